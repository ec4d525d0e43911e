/* A memo of the results of a color transform for the colors in images.
 *
 * Poppler asks lcms2 for transforms that keep their full precision, and these take
 * 0.1 us and more for a pixel.  A memo gives back what lcms2 returned, bit for bit. */

#ifndef COLOR_MEMO_H
#define COLOR_MEMO_H

#include <stddef.h>
#include <stdint.h>

#include <lcms2.h>

struct color_memo;

/* 2 MB; NULL if memory is short.  Free with color_memo_free. */
struct color_memo *color_memo_new(void);
void color_memo_free(struct color_memo *memo);

typedef void (*color_transform)(cmsHTRANSFORM, const void *, void *, cmsUInt32Number);

/* Transforms `count` pixels of 1 to 4 bytes each, asking `transform` only for colors
 * that the memo does not know.  Input and output must not overlap.  Several threads
 * may use one memo. */
void color_memo_transform(struct color_memo *memo, color_transform transform, cmsHTRANSFORM handle,
                          const uint8_t *input, unsigned input_bytes, uint8_t *output,
                          unsigned output_bytes, size_t count);

#endif
