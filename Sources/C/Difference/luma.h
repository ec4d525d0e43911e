// The brightness of a pixel as ITU-R BT.601 weighs it, in 256ths, 0 to 255.

#ifndef LUMA_H
#define LUMA_H

#include <stdint.h>

static inline int32_t luma(uint32_t pixel) {
  return (int32_t)((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >> 8);
}

#endif
