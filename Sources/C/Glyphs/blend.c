#include <string.h>

#include "CRectoGlyphs.h"

// Two pixels at once, a channel in 8 bits and in 16.
typedef uint8_t bytes __attribute__((ext_vector_type(8)));
typedef uint16_t words __attribute__((ext_vector_type(8)));

// value * weight / 255, rounded.
static inline words scaled(words value, words weight) {
  words product = value * weight + 128;
  return (product + (product >> 8)) >> 8;
}

static inline void blend_two(uint8_t *pixels, uint16_t first, uint16_t second, words color) {
  words weights = {first, first, first, first, second, second, second, second};
  words over = scaled(color, weights);
  words under = 255 - __builtin_shufflevector(over, over, 3, 3, 3, 3, 7, 7, 7, 7);
  bytes before;
  memcpy(&before, pixels, sizeof before);
  words after = over + scaled(__builtin_convertvector(before, words), under);
  bytes result = __builtin_convertvector(after, bytes);
  memcpy(pixels, &result, sizeof result);
}

static inline void blend_four(uint8_t *pixels, const uint8_t *coverage, words color) {
  uint32_t known;
  memcpy(&known, coverage, sizeof known);
  if (known == 0) return;
  blend_two(pixels, coverage[0], coverage[1], color);
  blend_two(pixels + 8, coverage[2], coverage[3], color);
}

void glyph_blend(uint32_t *pixels, int row_pixels, const uint8_t *coverage, int row_bytes, int width,
                 int height, uint32_t color) {
  uint8_t channels[4];
  memcpy(channels, &color, sizeof channels);
  words spread;
  for (int lane = 0; lane < 8; lane++) spread[lane] = channels[lane & 3];
  for (int row = 0; row < height; row++) {
    int column = 0;
    for (; column + 4 <= width; column += 4) {
      blend_four((uint8_t *)(pixels + column), coverage + column, spread);
    }
    if (column < width) {
      uint32_t rest[4] = {0};
      uint8_t weights[4] = {0};
      size_t count = (size_t)(width - column);
      memcpy(rest, pixels + column, count * sizeof *rest);
      memcpy(weights, coverage + column, count);
      blend_four((uint8_t *)rest, weights, spread);
      memcpy(pixels + column, rest, count * sizeof *rest);
    }
    pixels += row_pixels;
    coverage += row_bytes;
  }
}
