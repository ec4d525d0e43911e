#include "CRectoDifference.h"

#include <string.h>

// The channels of a pixel, blue first; the fourth is ignored.
typedef uint8_t bytes __attribute__((ext_vector_type(4)));
typedef int32_t parts __attribute__((ext_vector_type(4)));

// The neighborhood of a pixel: the minimum, the maximum and the sum of nine, per channel.
typedef struct around {
  bytes least, most;
  parts sum;
  int32_t count;
} around;

static inline bytes channels(uint32_t pixel) {
  bytes values;
  memcpy(&values, &pixel, sizeof values);
  return values;
}

static inline around look(const difference_pair *pair, const uint32_t *pixels, int32_t x,
                          int32_t y) {
  around seen = {(bytes)255, (bytes)0, (parts)0, 0};
  const int32_t top = y > 0 ? y - 1 : 0, bottom = y + 1 < pair->height ? y + 1 : y;
  const int32_t left = x > 0 ? x - 1 : 0, right = x + 1 < pair->width ? x + 1 : x;
  for (int32_t row = top; row <= bottom; row++) {
    const uint32_t *line = pixels + (size_t)row * (size_t)pair->width;
    for (int32_t column = left; column <= right; column++) {
      const bytes values = channels(line[column]);
      seen.least = __builtin_elementwise_min(seen.least, values);
      seen.most = __builtin_elementwise_max(seen.most, values);
      seen.sum += __builtin_convertvector(values, parts);
    }
  }
  seen.count = (bottom - top + 1) * (right - left + 1);
  return seen;
}

// Beyond the range of the neighbors, for edges that curve within a pixel.
static const int32_t margin = 20;
// The least contrast of an edge: more than the grain of a photograph.
static const int32_t edge = 24;
// The tolerated change of the mean of nine pixels, in hundredths of the edge's contrast: a stem
// that is moved onto the grid changes it by a third of what half a pixel of ink would be.
static const int32_t ink = 17;

static inline bool has_edge(const around *seen) {
  const bytes contrast = seen->most - seen->least;
  return contrast.x >= edge || contrast.y >= edge || contrast.z >= edge;
}

static bool explains(const difference_pair *pair, int32_t x, int32_t y, uint32_t a, uint32_t b) {
  const around in_a = look(pair, pair->a, x, y);
  if (!has_edge(&in_a)) return false;
  const around in_b = look(pair, pair->b, x, y);
  if (!has_edge(&in_b)) return false;
  const bytes of_a = channels(a), of_b = channels(b);
  bool is_within = true, is_as_dark = true;
  for (int part = 0; part < 3; part++) {
    if (of_a[part] < in_b.least[part] - margin || of_a[part] > in_b.most[part] + margin ||
        of_b[part] < in_a.least[part] - margin || of_b[part] > in_a.most[part] + margin)
      is_within = false;
    int32_t between = in_a.sum[part] - in_b.sum[part];
    if (between < 0) between = -between;
    const int32_t contrast_a = in_a.most[part] - in_a.least[part];
    const int32_t contrast_b = in_b.most[part] - in_b.least[part];
    const int32_t contrast = contrast_a > contrast_b ? contrast_a : contrast_b;
    if (between * 100 > contrast * ink * in_a.count) is_as_dark = false;
  }
  return is_within || is_as_dark;
}

difference_edges difference_explain(const difference_pair *pair, difference_box box,
                                    int64_t enough) {
  difference_edges edges = {0, 0};
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t a = pair->a[start + (size_t)column], b = pair->b[start + (size_t)column];
      if (((a ^ b) & pair->counts) == 0) continue;
      edges.differing++;
      if (!explains(pair, column, row, a, b)) edges.unexplained++;
      if (edges.unexplained > 0 && edges.differing >= enough) return edges;
    }
  }
  return edges;
}
