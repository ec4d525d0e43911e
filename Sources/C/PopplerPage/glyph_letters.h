#pragma once

#include <memory>

#include <GfxFont.h>

namespace recto {

// True for a composite font without a map to Unicode and of no character collection: Poppler takes the numbers of
// its characters for letters.
bool statesNumbersOnly(const std::shared_ptr<GfxFont> &font);

// The letter of a character that the PDF gives none for, from the character map of its font's embedded TrueType
// file; 0 if that states none. `cid` is the number of a character in a composite font.
Unicode letterOfGlyph(const std::shared_ptr<GfxFont> &font, CharCode cid, XRef *xref);

} // namespace recto
