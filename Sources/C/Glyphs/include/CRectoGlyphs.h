// Glyphs of one font file as pictures, with FreeType, whose headers Swift cannot import beside
// Cairo's. No hinting and gray edges: the same font gives the same pixels everywhere.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct glyph_source glyph_source;

// The synthetic styles of a family that lacks a bold or an italic: thicker strokes, slanted
// letters.
typedef struct {
  bool bold, slanted;
} glyph_synthesis;

// Opens the font of this index in `bytes`, which must stay until glyph_source_close. `axes` are the
// values of its variation axes in the font's own order and units; none for a font as it is.
// NULL if FreeType cannot read it.
glyph_source *glyph_source_open(const void *bytes, size_t count, long index, const double *axes,
                                unsigned axis_count, glyph_synthesis synthesis);
void glyph_source_close(glyph_source *source);

// True if glyphs may have colors of their own.
bool glyph_source_has_color(const glyph_source *source);

// One glyph as coverage, 0 to 255, a byte a pixel. `left` and `top` are the pixels from the origin
// to the picture's left and top edge, y up. `pixels` is the source's and lasts until the next call.
typedef struct {
  const uint8_t *pixels;
  int width, height, stride, left, top;
} glyph_picture;

// Draws a glyph at `size` pixels an em, turned clockwise by `quarters` of a full turn, and then
// moved right and up by `right` and `up` 64ths of a pixel. Returns false if there is no such
// outline; an empty glyph has a width of 0.
bool glyph_source_draw(glyph_source *source, uint32_t glyph, double size, int quarters, int right,
                       int up, glyph_picture *picture);

// Lays a color over `width` by `height` pixels (blue, green, red, alpha or nothing) where `coverage`
// says how much of it: 255 is all. `color` is premultiplied, as a pixel is; its alpha is in the
// highest byte. Rows are `row_pixels` and `row_bytes` apart.
void glyph_blend(uint32_t *pixels, int row_pixels, const uint8_t *coverage, int row_bytes, int width,
                 int height, uint32_t color);

// The same font for Cairo (cairo_font_face_t *), for glyphs in color, for large ones and for PDF. The
// caller destroys it; Cairo may keep it for longer, and calls `release` with `owner`, which keeps
// the bytes, when it no longer does. NULL, and `owner` is released, if it cannot be made.
void *glyph_cairo_face(const void *bytes, size_t count, long index, const double *axes,
                       unsigned axis_count, glyph_synthesis synthesis, void *owner,
                       void (*release)(void *owner));

#ifdef __cplusplus
}
#endif
