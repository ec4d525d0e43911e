#pragma once

#include <string>

#include <Object.h>

namespace recto {

// The drawing of a glyph of a Type 3 font.
struct GlyphContent {
  std::string bytes;
  // True for a shape alone, which begins with `d1` and has the color of the text (ISO 32000-2, 9.6.4).
  bool isShape = false;
  // The larger side of the box that a shape states, in the glyph's space.
  double side = 0;
  // True if it sets a graphics state by its name, which may make it transparent.
  bool setsGraphicsState = false;

  // Reads a glyph's stream; empty for another object, and for a longer drawing.
  static GlyphContent of(Object &glyph);

  // The drawing without operators that set colors, which are to be ignored in a shape. Equal to `bytes` if there
  // are none.
  std::string withoutColors() const;
};

}  // namespace recto
