#include "CDifference.h"

#include <string.h>

static int32_t luma(uint32_t pixel) {
  return (int32_t)((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >> 8);
}

// The mean square at one shift over what of the box stays inside; -1 where that is too little.
static double rest(const difference_pair *pair, difference_box box, int32_t x, int32_t y,
                   int32_t step) {
  int64_t sum = 0, count = 0;
  for (int32_t row = box.top; row < box.bottom; row += step) {
    if (row + y < 0 || row + y >= pair->height) continue;
    const uint32_t *a = pair->a + (size_t)row * (size_t)pair->width;
    const uint32_t *b = pair->b + (size_t)(row + y) * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column += step) {
      if (column + x < 0 || column + x >= pair->width) continue;
      const int32_t between = luma(a[column]) - luma(b[column + x]);
      sum += between * between;
      count++;
    }
  }
  return count == 0 ? -1 : (double)sum / (double)count;
}

difference_shift difference_move(const difference_pair *pair, difference_box box, int32_t reach,
                                 int32_t step) {
  difference_shift best = {0, 0, rest(pair, box, 0, 0, step), 0};
  best.before = best.rest;
  for (int32_t y = -reach; y <= reach; y++) {
    for (int32_t x = -reach; x <= reach; x++) {
      const double left = rest(pair, box, x, y, step);
      if (left >= 0 && left < best.rest) {
        best.x = x, best.y = y, best.rest = left;
      }
    }
  }
  return best;
}

difference_colors difference_recolor(const difference_pair *pair, difference_box box) {
  double count = 0, sum_a = 0, square_a = 0, sum[3] = {0}, square[3] = {0}, product[3] = {0};
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const double a = (double)luma(pair->a[start + (size_t)column]);
      const uint32_t pixel = pair->b[start + (size_t)column];
      sum_a += a, square_a += a * a, count++;
      for (int part = 0; part < 3; part++) {
        const double b = (double)(pixel >> (part * 8) & 255);
        sum[part] += b, square[part] += b * b, product[part] += a * b;
      }
    }
  }
  difference_colors colors;
  memset(&colors, 0, sizeof colors);
  if (count == 0) return colors;
  colors.spread_a = square_a / count - sum_a / count * (sum_a / count);
  for (int part = 0; part < 3; part++) {
    const double spread = square[part] / count - sum[part] / count * (sum[part] / count);
    const double together = product[part] / count - sum_a / count * (sum[part] / count);
    colors.gain[part] = colors.spread_a > 0 ? together / colors.spread_a : 0;
    colors.offset[part] = (sum[part] - colors.gain[part] * sum_a) / count;
    colors.rest += (spread - colors.gain[part] * together) / 3;
    colors.spread_b += spread / 3;
  }
  return colors;
}

int32_t difference_richness(const uint32_t *pixels, int32_t width, difference_box box, int32_t most) {
  uint64_t seen[4096 / 64] = {0};
  int32_t count = 0;
  for (int32_t row = box.top; row < box.bottom; row++) {
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t pixel = pixels[(size_t)row * (size_t)width + (size_t)column];
      const uint32_t name = (pixel >> 20 & 15) << 8 | (pixel >> 12 & 15) << 4 | (pixel >> 4 & 15);
      const uint64_t bit = UINT64_C(1) << (name & 63);
      if (seen[name >> 6] & bit) continue;
      seen[name >> 6] |= bit;
      if (++count >= most) return count;
    }
  }
  return count;
}

void difference_edge_cells(const uint32_t *pixels, int32_t width, int32_t height, int32_t cell,
                           int32_t least, uint32_t *cells) {
  const int32_t across = (width + cell - 1) / cell;
  for (int32_t y = 0; y < height; y += cell) {
    for (int32_t x = 0; x < width; x += cell) {
      const int32_t bottom = y + cell < height ? y + cell : height;
      const int32_t right = x + cell < width ? x + cell : width;
      int32_t darkest = 255, brightest = 0;
      for (int32_t row = y; row < bottom; row++) {
        for (int32_t column = x; column < right; column++) {
          const int32_t value = luma(pixels[(size_t)row * (size_t)width + (size_t)column]);
          if (value < darkest) darkest = value;
          if (value > brightest) brightest = value;
        }
      }
      cells[(size_t)(y / cell) * (size_t)across + (size_t)(x / cell)] = brightest - darkest >= least;
    }
  }
}
