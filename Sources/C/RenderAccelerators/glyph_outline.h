/* Glyphs' outlines, taken from a Cairo font face at one moderate size whatever the size that they
 * are drawn at, so that no request can bring FreeType or a font face of Cairo's into an error. */

#ifndef GLYPH_OUTLINE_H
#define GLYPH_OUTLINE_H

#include <cairo.h>
#include <ft2build.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

/* Units of an outline in one em: 1,024 pixels of 64 parts. */
enum { outline_em = 1024, outline_units = outline_em * 64 };

/* An outline in units of the em, y up. One block of memory without pointers. */
struct glyph_outline {
  uint32_t size; /* of the block, in bytes */
  uint16_t point_count, contour_count;
  int32_t flags;                      /* FreeType's */
  int32_t left, bottom, right, top;   /* what its control points span */
  int32_t rest[]; /* points (x, y), then the last point of each contour, then a byte a point */
};

/* From the em to pixels, y up in both. */
struct glyph_matrix {
  float xx, xy, yx, yy;
};

/* A font face while outlines are taken from it. */
struct outline_reader {
  cairo_scaled_font_t *font;
  FT_Face face;
};

/* Opens a face of type CAIRO_FONT_TYPE_FT; `face` is null if that fails. */
struct outline_reader outline_reader_open(cairo_font_face_t *face);
void outline_reader_close(struct outline_reader *reader);

/* True if all glyphs of the font are outlines in the color of the text. */
bool outline_reader_has_outlines(const struct outline_reader *reader);

/* A glyph's outline, to be freed; an empty one where the font has no such glyph. Null if
 * out of memory. */
struct glyph_outline *outline_read(const struct outline_reader *reader, unsigned long glyph);

/* The box of the outline's control points, in pixels from its origin, y up. */
struct glyph_box {
  double left, bottom, right, top;
};

struct glyph_box outline_box(const struct glyph_outline *outline,
                             const struct glyph_matrix *matrix);

/* The outline with its origin at (x, y), all in `parts` of a pixel, y up. Valid until the next
 * call; false if a coordinate is out of range or memory runs out. */
bool outline_place(const struct glyph_outline *outline, const struct glyph_matrix *matrix,
                   int parts, int64_t x, int64_t y, FT_Outline *placed);

/* The same shape, in 64ths of a pixel, inside of a rectangle from (0, 0) to (width, height) pixels,
 * without the parts far from it, for coordinates beyond those of FreeType's rasterizer. Valid as
 * above. */
bool outline_clip(const FT_Outline *placed, int width, int height, FT_Outline *clipped);

#endif
