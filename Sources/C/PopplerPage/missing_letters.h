#pragma once

#include <memory>

#include <GfxFont.h>

namespace recto {

// Reports a font in which text is drawn if it is not embedded and its substitute has no letters of its
// script.
void noteDrawnFont(const std::shared_ptr<GfxFont> &font, XRef *xref);

} // namespace recto
