// The byte shuffles between Cairo's pixels and file formats' samples, which Swift's vector types
// cannot express: three bytes out of four want the processor's own shuffle instruction.

#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

// Writes 3 * count bytes, red first, of `count` pixels whose lowest byte is blue.
void pixels_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *samples);

#endif
