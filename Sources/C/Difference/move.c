#include "CRectoDifference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "luma.h"

// The pixels in which a move is searched: every `step`th pixel of the box in `a`, and all of `b`
// that a shift can bring there, as luma. Boxes are in pixels of the pictures.
typedef struct search {
  difference_box box;
  difference_box around;
  int32_t step;
  int32_t across;
  uint8_t *a;
  uint8_t *b;
} search;

// The sum of squares at one shift, of what of the box stays inside; `count` is how many were asked.
// Ends early, with more than `enough`, once the sum is beyond it.
static int64_t rest(const search *in, int32_t x, int32_t y, int64_t enough, int64_t *count) {
  const difference_box box = in->box, around = in->around;
  int64_t sum = 0;
  *count = 0;
  int32_t first = 0, last = in->across;
  while (first < last && box.left + first * in->step + x < around.left) first++;
  while (first < last && box.left + (last - 1) * in->step + x >= around.right) last--;
  const uint8_t *samples = in->a;
  for (int32_t row = box.top; row < box.bottom; row += in->step, samples += in->across) {
    if (row + y < around.top || row + y >= around.bottom) continue;
    const uint8_t *others = in->b + (size_t)(row + y - around.top) *
                                        (size_t)(around.right - around.left);
    const uint8_t *other = others + box.left + x - around.left + first * in->step;
    for (int32_t column = first; column < last; column++, other += in->step) {
      const int32_t between = samples[column] - *other;
      sum += between * between;
    }
    *count += last - first;
    if (sum > enough) return sum;
  }
  return sum;
}

static bool begin(search *in, const difference_pair *pair, difference_box box, int32_t reach) {
  in->box = box;
  in->around = (difference_box){
      box.left > reach ? box.left - reach : 0, box.top > reach ? box.top - reach : 0,
      box.right + reach < pair->width ? box.right + reach : pair->width,
      box.bottom + reach < pair->height ? box.bottom + reach : pair->height};
  in->across = (box.right - box.left + in->step - 1) / in->step;
  const int32_t down = (box.bottom - box.top + in->step - 1) / in->step;
  const difference_box around = in->around;
  const size_t width = (size_t)(around.right - around.left);
  in->a = malloc((size_t)in->across * (size_t)down);
  in->b = malloc(width * (size_t)(around.bottom - around.top));
  if (in->a == NULL || in->b == NULL) return false;
  uint8_t *to = in->a;
  for (int32_t row = box.top; row < box.bottom; row += in->step) {
    const uint32_t *from = pair->a + (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column += in->step)
      *to++ = (uint8_t)luma(from[column]);
  }
  to = in->b;
  for (int32_t row = around.top; row < around.bottom; row++) {
    const uint32_t *from = pair->b + (size_t)row * (size_t)pair->width + around.left;
    for (size_t column = 0; column < width; column++) *to++ = (uint8_t)luma(from[column]);
  }
  return true;
}

difference_shift difference_move(const difference_pair *pair, difference_box box, int32_t reach,
                                 int32_t step, double most) {
  difference_shift best = {0, 0, 0};
  search in = {.step = step};
  if (begin(&in, pair, box, reach)) {
    int64_t all;
    const int64_t unmoved = rest(&in, 0, 0, INT64_MAX, &all);
    double least = most * (double)unmoved / (double)all;
    best.rest = (double)unmoved / (double)all;
    for (int32_t y = -reach; y <= reach; y++) {
      for (int32_t x = -reach; x <= reach; x++) {
        int64_t count;
        // Fewer pixels than all can only have the larger mean.
        const int64_t sum = rest(&in, x, y, (int64_t)(least * (double)all), &count);
        if (count == 0 || (double)sum > least * (double)count) continue;
        if ((double)sum == least * (double)count && (best.x != 0 || best.y != 0)) continue;
        best.x = x, best.y = y, best.rest = least = (double)sum / (double)count;
      }
    }
  }
  free(in.a);
  free(in.b);
  return best;
}

// How far a shift takes the edges of the box across themselves, squared: along a straight edge
// nothing is seen to move. Measured by the gradients of the box (its structure tensor).
typedef struct crossing {
  double xx;
  double xy;
  double yy;
} crossing;

// The gradients are Sobel's, as those of single pixels find stairs in a slanted edge.
static crossing crossing_of(const difference_pair *pair, difference_box box, int32_t step) {
  double xx = 0, xy = 0, yy = 0;
  for (int32_t row = box.top + 1; row + 1 < box.bottom; row += step) {
    const uint32_t *here = pair->a + (size_t)row * (size_t)pair->width;
    const uint32_t *above = here - pair->width, *below = here + pair->width;
    for (int32_t column = box.left + 1; column + 1 < box.right; column += step) {
      const int32_t left = column - 1, right = column + 1;
      const int32_t rising = luma(below[right]) - luma(above[left]);
      const int32_t falling = luma(above[right]) - luma(below[left]);
      const double x = rising + falling + 2 * (luma(here[right]) - luma(here[left]));
      const double y = rising - falling + 2 * (luma(below[column]) - luma(above[column]));
      xx += x * x, xy += x * y, yy += y * y;
    }
  }
  const double strongest = (xx + yy) / 2 + hypot((xx - yy) / 2, xy);
  const double weakest = (xx + yy) / 2 - hypot((xx - yy) / 2, xy);
  // With some edges in the other direction too, a shift in any direction is seen.
  if (weakest >= strongest * 0.15) return (crossing){1, 0, 1};
  return (crossing){xx / strongest, xy / strongest, yy / strongest};
}

static double crossed(crossing by, int32_t x, int32_t y) {
  return by.xx * x * x + 2 * by.xy * x * y + by.yy * y * y;
}

difference_shift difference_displace(const difference_pair *pair, difference_box box,
                                     int32_t reach, int32_t step, double most) {
  difference_shift best = {0, 0, 0};
  search in = {.step = step};
  if (begin(&in, pair, box, reach)) {
    const crossing by = crossing_of(pair, box, step);
    int64_t all;
    double least = (double)rest(&in, 0, 0, INT64_MAX, &all) / (double)all;
    // First the shifts of a pixel and a half at most, then those of two pixels. Edges are rarely all
    // parallel, so that a shift of two pixels across most of them measures a little less: 1.9.
    for (int far = 0; far < 2; far++) {
      for (int32_t y = -reach; y <= reach; y++) {
        for (int32_t x = -reach; x <= reach; x++) {
          const double length = crossed(by, x, y);
          if (far ? length < 1.9 * 1.9 : length > 1.5 * 1.5) continue;
          int64_t count;
          const int64_t sum = rest(&in, x, y, (int64_t)(least * (double)all), &count);
          if (count == 0 || (double)sum >= least * (double)count) continue;
          least = (double)sum / (double)count;
          if (far) best.x = x, best.y = y;
        }
      }
      if (!far) best.rest = least, least *= most;
    }
  }
  free(in.a);
  free(in.b);
  return best;
}

difference_colors difference_recolor(const difference_pair *pair, difference_box box) {
  double count = 0, sum_a = 0, square_a = 0, sum[3] = {0}, square[3] = {0}, product[3] = {0}, apart = 0;
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const double a = (double)luma(pair->a[start + (size_t)column]);
      const uint32_t was = pair->a[start + (size_t)column], pixel = pair->b[start + (size_t)column];
      sum_a += a, square_a += a * a, count++;
      for (int part = 0; part < 3; part++) {
        const double b = (double)(pixel >> (part * 8) & 255);
        const double between = b - (double)(was >> (part * 8) & 255);
        sum[part] += b, square[part] += b * b, product[part] += a * b, apart += between * between;
      }
    }
  }
  difference_colors colors;
  memset(&colors, 0, sizeof colors);
  if (count == 0) return colors;
  colors.apart = apart / count / 3;
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
