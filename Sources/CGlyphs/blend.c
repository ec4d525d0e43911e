#include "CGlyphs.h"

// Two channels at once, each in 16 bits: value * weight / 255, rounded.
static inline uint32_t scaled(uint32_t pair, uint32_t weight) {
  uint32_t product = pair * weight + 0x00800080;
  return ((product + ((product >> 8) & 0x00FF00FF)) >> 8) & 0x00FF00FF;
}

void glyph_blend(uint32_t *pixels, const uint8_t *coverage, int count, uint32_t color) {
  uint32_t low = color & 0x00FF00FF, high = (color >> 8) & 0x00FF00FF;
  for (int index = 0; index < count; index++) {
    uint32_t weight = coverage[index];
    if (weight == 0) continue;
    uint32_t over_low = scaled(low, weight), over_high = scaled(high, weight);
    uint32_t under = 255 - (over_high >> 16);
    uint32_t pixel = pixels[index];
    pixels[index] = (over_low + scaled(pixel & 0x00FF00FF, under)) |
                    ((over_high + scaled((pixel >> 8) & 0x00FF00FF, under)) << 8);
  }
}
