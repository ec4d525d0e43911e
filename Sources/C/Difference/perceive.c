#include "CRectoDifference.h"

static float channel(uint32_t pixel, int shift) { return (float)(pixel >> shift & 255); }

static float luma(uint32_t pixel) {
  return 0.29889531f * channel(pixel, 16) + 0.58662247f * channel(pixel, 8) +
         0.11448223f * channel(pixel, 0);
}

// Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission color
// space in mobile applications", 2010: the square of the distance, 35215 at most.
static float distance(uint32_t a, uint32_t b) {
  const float red = channel(a, 16) - channel(b, 16);
  const float green = channel(a, 8) - channel(b, 8);
  const float blue = channel(a, 0) - channel(b, 0);
  const float y = 0.29889531f * red + 0.58662247f * green + 0.11448223f * blue;
  const float i = 0.59597799f * red - 0.27417610f * green - 0.32180189f * blue;
  const float q = 0.21147017f * red - 0.52261711f * green + 0.31114694f * blue;
  return 0.5053f * y * y + 0.299f * i * i + 0.1957f * q * q;
}

static bool has_siblings(const difference_pair *pair, const uint32_t *pixels, int32_t x, int32_t y) {
  const uint32_t value = pixels[(size_t)y * (size_t)pair->width + (size_t)x] & pair->counts;
  int siblings = 0;
  for (int32_t row = y - 1; row <= y + 1; row++) {
    for (int32_t column = x - 1; column <= x + 1; column++) {
      if (row == y && column == x) continue;
      if (row < 0 || column < 0 || row >= pair->height || column >= pair->width) {
        siblings++;
        continue;
      }
      const uint32_t other = pixels[(size_t)row * (size_t)pair->width + (size_t)column];
      if ((other & pair->counts) == value) siblings++;
    }
  }
  return siblings > 2;
}

// Vysniauskas, "Anti-aliased pixel and intensity slope detector", 2009: a pixel of a slope, whose
// darkest or brightest neighbor belongs to an even area in both pictures.
static bool is_smoothed(const difference_pair *pair, const uint32_t *pixels, int32_t x, int32_t y) {
  const float own = luma(pixels[(size_t)y * (size_t)pair->width + (size_t)x]);
  int equal = 0;
  float darkest = 0, brightest = 0;
  int32_t dark_x = x, dark_y = y, bright_x = x, bright_y = y;
  for (int32_t row = y - 1; row <= y + 1; row++) {
    for (int32_t column = x - 1; column <= x + 1; column++) {
      if ((row == y && column == x) || row < 0 || column < 0 || row >= pair->height ||
          column >= pair->width)
        continue;
      const float step = luma(pixels[(size_t)row * (size_t)pair->width + (size_t)column]) - own;
      if (step == 0) {
        if (++equal > 2) return false;
      } else if (step < darkest) {
        darkest = step, dark_x = column, dark_y = row;
      } else if (step > brightest) {
        brightest = step, bright_x = column, bright_y = row;
      }
    }
  }
  if (darkest == 0 || brightest == 0) return false;
  return (has_siblings(pair, pair->a, dark_x, dark_y) && has_siblings(pair, pair->b, dark_x, dark_y)) ||
         (has_siblings(pair, pair->a, bright_x, bright_y) &&
          has_siblings(pair, pair->b, bright_x, bright_y));
}

difference_seen difference_perceive(const difference_pair *pair, difference_box box,
                                    double threshold, bool skips_smoothed, int32_t cell,
                                    uint32_t *cells) {
  difference_seen seen = {0, 0};
  const float most = (float)(35215 * threshold * threshold);
  const int32_t across = cells == NULL ? 0 : (pair->width + cell - 1) / cell;
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t a = pair->a[start + (size_t)column] & pair->counts;
      const uint32_t b = pair->b[start + (size_t)column] & pair->counts;
      if (a == b || distance(a, b) <= most) continue;
      if (skips_smoothed &&
          (is_smoothed(pair, pair->a, column, row) || is_smoothed(pair, pair->b, column, row))) {
        seen.smoothed++;
        continue;
      }
      seen.pixels++;
      if (cells != NULL) cells[(size_t)(row / cell) * (size_t)across + (size_t)(column / cell)]++;
    }
  }
  return seen;
}
