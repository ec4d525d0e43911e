/* Outlines of glyphs and small pictures of them, kept for the whole process within a fixed bound.
 * An entry depends on its key alone, never on earlier drawings. Callers exclude each
 * other. */

#ifndef GLYPH_CACHE_H
#define GLYPH_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "glyph_outline.h"

enum {
  largest_kept_side = 96,    /* of a picture, in pixels */
  largest_kept_outline = 8192, /* in bytes */
  phases = 4,                /* places in a pixel, along each side */
};

/* A glyph as coverage, a byte a pixel without gaps between rows. `left` and `top` are the pixels
 * from the pixel of the origin to the picture's left and top edge, y up. */
struct glyph_mask {
  int16_t width, height, left, top;
  uint8_t pixels[];
};

/* Makes room for what `count` glyphs need; all that was found before is then no longer valid.
 * False if out of memory, or if `count` exceeds `glyph_cache_batch`. */
enum { glyph_cache_batch = 128 };
bool glyph_cache_prepare(size_t count);

/* The outline of a glyph, kept if it is small; otherwise the caller frees it (`*is_kept`). The
 * reader is opened if it is needed. Null if it cannot be read. */
const struct glyph_outline *glyph_cache_outline(uint64_t face_id, cairo_font_face_t *face,
                                                struct outline_reader *reader, uint32_t glyph,
                                                bool *is_kept);

/* A glyph at `phase_x` and `phase_y` quarters of a pixel, y up. Null if it is too large. */
const struct glyph_mask *glyph_cache_mask(uint64_t face_id, cairo_font_face_t *face,
                                          struct outline_reader *reader,
                                          const struct glyph_matrix *matrix, uint32_t glyph,
                                          int phase_x, int phase_y);

/* Draws an outline as coverage, a byte a pixel, on a picture that is empty. (0, 0) is its lower
 * left corner. */
bool glyph_rasterize(FT_Outline *outline, uint8_t *pixels, int width, int height, int row_bytes);

#endif
