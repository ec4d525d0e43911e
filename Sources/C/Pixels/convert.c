#include "CRectoPixels.h"

#include <string.h>

size_t pixels_bytes(pixels_format format) {
  switch (format) {
    case PIXELS_BGRX:
    case PIXELS_BGRA:
    case PIXELS_RGBA: return 4;
    case PIXELS_RGB: return 3;
    case PIXELS_GRAY: return 1;
  }
  return 0;
}

static void make_opaque(const uint32_t *pixels, size_t count, uint32_t *samples) {
  for (size_t index = 0; index < count; index++) samples[index] = pixels[index] | 0xFF000000;
}

static void swap_opaque(const uint32_t *pixels, size_t count, uint32_t *samples) {
  for (size_t index = 0; index < count; index++) {
    uint32_t pixel = pixels[index];
    samples[index] =
        0xFF000000 | (pixel & 0xFF) << 16 | (pixel & 0xFF00) | (pixel >> 16 & 0xFF);
  }
}

static uint32_t divide(uint32_t part, uint32_t alpha) {
  uint32_t whole = (part * 255 + alpha / 2) / alpha;
  return whole < 255 ? whole : 255;
}

static void swap_divided(const uint32_t *pixels, size_t count, uint32_t *samples) {
  for (size_t index = 0; index < count; index++) {
    uint32_t pixel = pixels[index], alpha = pixel >> 24;
    samples[index] = alpha == 0 ? 0
                                : alpha << 24 | divide(pixel & 0xFF, alpha) << 16 |
                                      divide(pixel >> 8 & 0xFF, alpha) << 8 |
                                      divide(pixel >> 16 & 0xFF, alpha);
  }
}

// ITU-R BT.601, in 1/65,536.
static void weigh(const uint32_t *pixels, size_t count, uint8_t *samples) {
  for (size_t index = 0; index < count; index++) {
    uint32_t pixel = pixels[index];
    samples[index] = (uint8_t)((19595 * (pixel >> 16 & 0xFF) + 38470 * (pixel >> 8 & 0xFF) +
                                7471 * (pixel & 0xFF) + 32768) >>
                               16);
  }
}

void pixels_convert(const void *pixels, size_t count, bool has_alpha, pixels_format format,
                    void *samples) {
  switch (format) {
    case PIXELS_BGRX: make_opaque(pixels, count, samples); break;
    case PIXELS_BGRA:
      if (has_alpha)
        memcpy(samples, pixels, count * 4);
      else
        make_opaque(pixels, count, samples);
      break;
    case PIXELS_RGB: pixels_pack_rgb(pixels, count, samples); break;
    case PIXELS_RGBA:
      if (has_alpha)
        swap_divided(pixels, count, samples);
      else
        swap_opaque(pixels, count, samples);
      break;
    case PIXELS_GRAY: weigh(pixels, count, samples); break;
  }
}
