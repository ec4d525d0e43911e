#pragma once

#include <memory>

#include <GfxFont.h>

namespace recto {

// True for a composite font with neither a ToUnicode map nor a character collection: Poppler takes its character
// numbers for letters.
bool hasOnlyNumbers(const std::shared_ptr<GfxFont> &font);

// The letter of a character without one in the PDF, by the character map of the embedded TrueType font; 0 if it has
// none. `cid` is the character's number in a composite font.
Unicode letterOfGlyph(const std::shared_ptr<GfxFont> &font, CharCode cid, XRef *xref);

} // namespace recto
