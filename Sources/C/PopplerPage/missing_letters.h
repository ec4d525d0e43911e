#pragma once

#include <memory>

#include <GfxFont.h>

namespace recto {

// Complains of a font in which text is drawn if its file is not embedded, and the font that stands in for it
// has no letters of its script.
void noteDrawnFont(const std::shared_ptr<GfxFont> &font, XRef *xref);

} // namespace recto
