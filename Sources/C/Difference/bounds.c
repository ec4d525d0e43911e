#include "CRectoDifference.h"

#include <string.h>

static bool differs(const difference_pair *pair, int32_t row, int32_t left, int32_t right) {
  const size_t start = (size_t)row * (size_t)pair->width + (size_t)left;
  const size_t count = (size_t)(right - left);
  if (memcmp(pair->a + start, pair->b + start, count * 4) == 0) return false;
  if (pair->counts == UINT32_MAX) return true;
  uint32_t sum = 0;
  for (size_t index = 0; index < count; index++) sum |= pair->a[start + index] ^ pair->b[start + index];
  return (sum & pair->counts) != 0;
}

bool difference_bounds(const difference_pair *pair, difference_box *box) {
  const difference_box all = *box;
  int32_t top = all.top;
  while (top < all.bottom && !differs(pair, top, all.left, all.right)) top++;
  if (top >= all.bottom) return false;
  int32_t bottom = all.bottom;
  while (!differs(pair, bottom - 1, all.left, all.right)) bottom--;

  int32_t left = all.right, right = all.left;
  for (int32_t row = top; row < bottom; row++) {
    const uint32_t *a = pair->a + (size_t)row * (size_t)pair->width;
    const uint32_t *b = pair->b + (size_t)row * (size_t)pair->width;
    int32_t first = all.left;
    while (first < left && ((a[first] ^ b[first]) & pair->counts) == 0) first++;
    if (first < left) left = first;
    int32_t last = all.right;
    while (last > right && ((a[last - 1] ^ b[last - 1]) & pair->counts) == 0) last--;
    if (last > right) right = last;
  }
  *box = (difference_box){left, top, right, bottom};
  return true;
}

static int32_t distance(uint32_t a, uint32_t b) {
  int32_t largest = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    int32_t between = (int32_t)(a >> shift & 255) - (int32_t)(b >> shift & 255);
    if (between < 0) between = -between;
    if (between > largest) largest = between;
  }
  return largest;
}

difference_total difference_count(const difference_pair *pair, difference_box box, int32_t cell,
                                  uint32_t *cells) {
  difference_total total = {0, 0};
  const int32_t across = cells == NULL ? 0 : (pair->width + cell - 1) / cell;
  for (int32_t row = box.top; row < box.bottom; row++) {
    if (!differs(pair, row, box.left, box.right)) continue;
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t a = pair->a[start + (size_t)column] & pair->counts;
      const uint32_t b = pair->b[start + (size_t)column] & pair->counts;
      if (a == b) continue;
      total.pixels++;
      const int32_t between = distance(a, b);
      if (between > total.largest) total.largest = between;
      if (cells != NULL) cells[(size_t)(row / cell) * (size_t)across + (size_t)(column / cell)]++;
    }
  }
  return total;
}

difference_like difference_count_like(const difference_pair *pair, difference_box box,
                                      uint32_t color, int32_t tolerance) {
  difference_like like = {0, 0, 0};
  const uint32_t wanted = color & 0xffffff;
  for (int32_t row = box.top; row < box.bottom; row++) {
    const size_t start = (size_t)row * (size_t)pair->width;
    for (int32_t column = box.left; column < box.right; column++) {
      const uint32_t a = pair->a[start + (size_t)column], b = pair->b[start + (size_t)column];
      if (((a ^ b) & pair->counts) == 0) continue;
      like.differing++;
      if (distance(a & 0xffffff, wanted) <= tolerance) like.in_a++;
      if (distance(b & 0xffffff, wanted) <= tolerance) like.in_b++;
    }
  }
  return like;
}
