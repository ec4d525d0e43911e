#include "CRectoDifference.h"

#include <stdlib.h>
#include <string.h>

typedef uint8_t bytes __attribute__((ext_vector_type(4)));
typedef uint16_t sums __attribute__((ext_vector_type(4)));

// The measures below are those that part what four rasterizers make of the same pages from what
// changes make of them; `make bench` counts both.

// Levels of a channel by which a color may differ: rounding, and the steps of a gradient.
static const int32_t rounding = 5;
// The share of the contrast around a pixel by which smoothing differs, in hundredths.
static const int32_t smoothing = 50;
// The share from which a pixel cannot be smoothing alone: ink where there was none.
static const int32_t certain = 80;
// The weight of such a pixel, so that a speck counts as much as three doubtful pixels.
static const uint32_t weight = 3;
// Pixels along the edge of the picture, which the page may cover in part.
static const int32_t rim = 2;

// Rows that are smoothed at a time, and how far a pixel looks around.
enum { band = 64, reach = 2 };

// Some rows of both pictures after a binomial filter of three by three pixels.
typedef struct softened {
  bytes *a;
  bytes *b;
  int32_t top;
  int32_t bottom;
  int32_t left;
  int32_t right;
} softened;

static inline sums channels(uint32_t pixel, uint32_t counts) {
  pixel &= counts;
  bytes values;
  memcpy(&values, &pixel, sizeof values);
  return __builtin_convertvector(values, sums);
}

static void soften(const difference_pair *pair, const uint32_t *pixels, const softened *to,
                   bytes *out) {
  for (int32_t y = to->top; y < to->bottom; y++) {
    const int32_t above = y > 0 ? y - 1 : y, below = y + 1 < pair->height ? y + 1 : y;
    const uint32_t *rows[3] = {pixels + (size_t)above * (size_t)pair->width,
                               pixels + (size_t)y * (size_t)pair->width,
                               pixels + (size_t)below * (size_t)pair->width};
    sums columns[3] = {0};
    for (int32_t x = to->left - 2; x < to->right; x++) {
      const int32_t next = x + 1 < 0 ? 0 : x + 1 < pair->width ? x + 1 : pair->width - 1;
      columns[0] = columns[1];
      columns[1] = columns[2];
      columns[2] = channels(rows[0][next], pair->counts) +
                   2 * channels(rows[1][next], pair->counts) +
                   channels(rows[2][next], pair->counts);
      if (x < to->left) continue;
      const sums sum = columns[0] + 2 * columns[1] + columns[2] + 8;
      *out++ = __builtin_convertvector(sum >> 4, bytes);
    }
  }
}

typedef struct extent {
  bytes least;
  bytes most;
} extent;

// The smoothed values within `distance` of a pixel.
static inline extent look(const softened *in, const bytes *pixels, int32_t x, int32_t y,
                          int32_t distance) {
  const int32_t top = y - distance < in->top ? in->top : y - distance;
  const int32_t bottom = y + distance >= in->bottom ? in->bottom - 1 : y + distance;
  const int32_t left = x - distance < in->left ? in->left : x - distance;
  const int32_t right = x + distance >= in->right ? in->right - 1 : x + distance;
  extent seen = {(bytes)255, (bytes)0};
  for (int32_t row = top; row <= bottom; row++) {
    const bytes *line = pixels + (size_t)(row - in->top) * (size_t)(in->right - in->left) - in->left;
    for (int32_t column = left; column <= right; column++) {
      seen.least = __builtin_elementwise_min(seen.least, line[column]);
      seen.most = __builtin_elementwise_max(seen.most, line[column]);
    }
  }
  return seen;
}

static inline bytes above(bytes value, bytes most) {
  return __builtin_elementwise_max(value, most) - most;
}

static uint32_t unexplained(const softened *in, int32_t x, int32_t y) {
  const size_t place =
      (size_t)(y - in->top) * (size_t)(in->right - in->left) + (size_t)(x - in->left);
  const bytes a = in->a[place], b = in->b[place];
  const extent near_a = look(in, in->a, x, y, 1), near_b = look(in, in->b, x, y, 1);
  bytes beyond = above(a, near_b.most);
  beyond = __builtin_elementwise_max(beyond, above(b, near_a.most));
  beyond = __builtin_elementwise_max(beyond, above(near_b.least, a));
  beyond = __builtin_elementwise_max(beyond, above(near_a.least, b));
  if (__builtin_reduce_max(beyond) <= rounding) return 0;
  const extent of_a = look(in, in->a, x, y, reach), of_b = look(in, in->b, x, y, reach);
  const bytes contrast =
      __builtin_elementwise_max(of_a.most - of_a.least, of_b.most - of_b.least);
  uint32_t counted = 0;
  for (int part = 0; part < 4; part++) {
    const int32_t rest = beyond[part] - rounding;
    if (rest * 100 > contrast[part] * certain) return weight;
    if (rest * 100 > contrast[part] * smoothing) counted = 1;
  }
  return counted;
}

int64_t difference_redraw(const difference_pair *pair, difference_box box, int32_t cell,
                          uint32_t *cells) {
  const int32_t across = (pair->width + cell - 1) / cell;
  if (box.left < rim) box.left = rim;
  if (box.top < rim) box.top = rim;
  if (box.right > pair->width - rim) box.right = pair->width - rim;
  if (box.bottom > pair->height - rim) box.bottom = pair->height - rim;
  if (box.left >= box.right || box.top >= box.bottom) return 0;
  softened in = {.left = box.left - reach, .right = box.right + reach};
  const size_t size = (size_t)(in.right - in.left) * (band + 2 * reach) * sizeof(bytes);
  in.a = malloc(size);
  in.b = malloc(size);
  int64_t all = in.a != NULL && in.b != NULL ? 0 : -1;
  for (int32_t top = box.top; all >= 0 && top < box.bottom; top += band) {
    const int32_t bottom = top + band < box.bottom ? top + band : box.bottom;
    in.top = top - reach;
    in.bottom = bottom + reach;
    soften(pair, pair->a, &in, in.a);
    soften(pair, pair->b, &in, in.b);
    for (int32_t y = top; y < bottom; y++) {
      const size_t start = (size_t)(y - in.top) * (size_t)(in.right - in.left);
      for (int32_t x = box.left; x < box.right; x++) {
        const size_t place = start + (size_t)(x - in.left);
        if (memcmp(&in.a[place], &in.b[place], sizeof(bytes)) == 0) continue;
        const uint32_t counted = unexplained(&in, x, y);
        all += counted;
        cells[(size_t)(y / cell) * (size_t)across + (size_t)(x / cell)] += counted;
      }
    }
  }
  free(in.a);
  free(in.b);
  return all;
}
