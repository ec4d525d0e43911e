#include "CDifference.h"

// What is around a pixel: of each channel the least, the most and the sum of nine.
typedef struct around {
  int32_t least[3], most[3], sum[3];
  int32_t count;
} around;

static around look(const difference_pair *pair, const uint32_t *pixels, int32_t x, int32_t y) {
  around seen = {{255, 255, 255}, {0, 0, 0}, {0, 0, 0}, 0};
  const int32_t top = y > 0 ? y - 1 : 0, bottom = y + 1 < pair->height ? y + 1 : y;
  const int32_t left = x > 0 ? x - 1 : 0, right = x + 1 < pair->width ? x + 1 : x;
  for (int32_t row = top; row <= bottom; row++) {
    for (int32_t column = left; column <= right; column++) {
      const uint32_t pixel = pixels[(size_t)row * (size_t)pair->width + (size_t)column];
      for (int part = 0; part < 3; part++) {
        const int32_t value = (int32_t)(pixel >> (part * 8) & 255);
        if (value < seen.least[part]) seen.least[part] = value;
        if (value > seen.most[part]) seen.most[part] = value;
        seen.sum[part] += value;
      }
      seen.count++;
    }
  }
  return seen;
}

// Beyond the range of the neighbors, for edges that curve within a pixel.
static const int32_t margin = 20;
// The least contrast of an edge: more than the grain of a photograph.
static const int32_t edge = 24;
// How much the mean of nine pixels may change, in hundredths of the edge's contrast: a stem that is
// moved onto the grid changes it by a third of what half a pixel of ink would be.
static const int32_t ink = 17;

static bool explains(const difference_pair *pair, int32_t x, int32_t y, uint32_t a, uint32_t b) {
  const around in_a = look(pair, pair->a, x, y), in_b = look(pair, pair->b, x, y);
  bool has_edge_a = false, has_edge_b = false, is_within = true, is_as_dark = true;
  for (int part = 0; part < 3; part++) {
    const int32_t va = (int32_t)(a >> (part * 8) & 255), vb = (int32_t)(b >> (part * 8) & 255);
    const int32_t contrast_a = in_a.most[part] - in_a.least[part];
    const int32_t contrast_b = in_b.most[part] - in_b.least[part];
    if (contrast_a >= edge) has_edge_a = true;
    if (contrast_b >= edge) has_edge_b = true;
    if (va < in_b.least[part] - margin || va > in_b.most[part] + margin ||
        vb < in_a.least[part] - margin || vb > in_a.most[part] + margin)
      is_within = false;
    int32_t between = in_a.sum[part] - in_b.sum[part];
    if (between < 0) between = -between;
    const int32_t contrast = contrast_a > contrast_b ? contrast_a : contrast_b;
    if (between * 100 > contrast * ink * in_a.count) is_as_dark = false;
  }
  return has_edge_a && has_edge_b && (is_within || is_as_dark);
}

difference_edges difference_explain(const difference_pair *pair, difference_box box) {
  difference_edges edges = {0, 0};
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t a = pair->a[start + (size_t)column], b = pair->b[start + (size_t)column];
      if (((a ^ b) & pair->counts) == 0) continue;
      edges.differing++;
      if (!explains(pair, column, row, a, b)) edges.unexplained++;
    }
  }
  return edges;
}
