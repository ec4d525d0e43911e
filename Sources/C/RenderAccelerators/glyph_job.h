/* One drawing of glyphs, and its two ways: `glyph_picture.c` draws on images, `glyph_path.c` makes
 * paths. Callers exclude each other. */

#ifndef GLYPH_JOB_H
#define GLYPH_JOB_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "glyph_cache.h"

/* The parameters and the target of one drawing. */
struct glyph_job {
  cairo_t *cr;
  cairo_surface_t *target;
  cairo_font_face_t *face;
  uint64_t face_id;
  cairo_matrix_t to_device;   /* from user space */
  cairo_matrix_t font_matrix; /* from the em */
  struct glyph_matrix matrix; /* from the em, y up in both */
  double em;                  /* the em's larger side, in pixels */
  struct outline_reader reader;
};

/* The position of a glyph's origin in device space, y up, in `parts` of a pixel; false if it is too
 * far away. */
bool glyph_place(const struct glyph_job *job, const cairo_glyph_t *glyph, int parts, int64_t *x,
                 int64_t *y);

/* Adds to the ink that `recto_note_glyph_ink` asks for. */
void note_glyph_ink(double left, double top, double right, double bottom);

/* Notes glyphs whose ink is not known. */
void note_unknown_ink(void);

/* Draws glyphs on an image; false if Cairo has to. */
bool draw_glyph_pictures(struct glyph_job *job, const cairo_glyph_t *glyphs, int count);

/* Appends the outlines of glyphs to the current path, as exact as Cairo's paths are: where an
 * outline has very short lines, their directions decide on the joins of a stroke. */
bool append_glyph_paths(struct glyph_job *job, const cairo_glyph_t *glyphs, int count);

/* Fills the outlines of glyphs, and keeps the current path. */
bool fill_glyph_paths(struct glyph_job *job, const cairo_glyph_t *glyphs, int count);

#endif
