#include "CRectoDifference.h"

#include "luma.h"

static const int32_t side = 8, apart = 4;

static double window(const difference_pair *pair, int32_t x, int32_t y, int32_t width,
                     int32_t height) {
  int64_t sum_a = 0, sum_b = 0, square_a = 0, square_b = 0, product = 0;
  for (int32_t row = y; row < y + height; row++) {
    const uint32_t *a = pair->a + (size_t)row * (size_t)pair->width + (size_t)x;
    const uint32_t *b = pair->b + (size_t)row * (size_t)pair->width + (size_t)x;
    for (int32_t column = 0; column < width; column++) {
      const int32_t va = luma(a[column]), vb = luma(b[column]);
      sum_a += va, sum_b += vb;
      square_a += va * va, square_b += vb * vb, product += va * vb;
    }
  }
  const double count = (double)(width * height);
  const double mean_a = (double)sum_a / count, mean_b = (double)sum_b / count;
  const double spread_a = (double)square_a / count - mean_a * mean_a;
  const double spread_b = (double)square_b / count - mean_b * mean_b;
  const double together = (double)product / count - mean_a * mean_b;
  // The constants of the paper, for 8 bits.
  const double c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
  return (2 * mean_a * mean_b + c1) * (2 * together + c2) /
         ((mean_a * mean_a + mean_b * mean_b + c1) * (spread_a + spread_b + c2));
}

difference_likeness difference_similarity(const difference_pair *pair, difference_box box) {
  const int32_t width = pair->width < side ? pair->width : side;
  const int32_t height = pair->height < side ? pair->height : side;
  double missing = 0, lowest = 1;
  int64_t count = 0;
  for (int32_t y = 0; y + height <= pair->height; y += apart) {
    const bool is_beside = y + height <= box.top || y >= box.bottom;
    for (int32_t x = 0; x + width <= pair->width; x += apart) {
      count++;
      if (is_beside || x + width <= box.left || x >= box.right) continue;
      const double likeness = window(pair, x, y, width, height);
      missing += 1 - likeness;
      if (likeness < lowest) lowest = likeness;
    }
  }
  return (difference_likeness){count == 0 ? 1 : 1 - missing / (double)count, lowest};
}
