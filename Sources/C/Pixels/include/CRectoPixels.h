// The byte shuffles between Cairo's pixels and file formats' samples, which Swift's vector types
// cannot express: three bytes out of four want the processor's own shuffle instruction.

#ifndef CRECTOPIXELS_H
#define CRECTOPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes 3 * count bytes, red first, of `count` pixels whose lowest byte is blue.
void pixels_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *samples);

// How programs want pixels; the numbers are those of `recto.h`.
typedef enum pixels_format {
  PIXELS_BGRX = 0,
  PIXELS_BGRA = 1,
  PIXELS_RGB = 2,
  PIXELS_RGBA = 3,  // not multiplied by alpha
  PIXELS_GRAY = 4,
} pixels_format;

// The bytes of a pixel; 0 for an unknown format.
size_t pixels_bytes(pixels_format format);

// Writes `count` of Cairo's pixels in another format. Pixels without alpha are opaque; those with it
// keep the color that is multiplied by it, but for RGBA.
void pixels_convert(const void *pixels, size_t count, bool has_alpha, pixels_format format,
                    void *samples);

#endif
