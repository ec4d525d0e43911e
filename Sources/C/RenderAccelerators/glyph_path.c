/* Makes paths of glyphs' outlines. */

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

#include "glyph_job.h"

enum {
  path_parts = 256,       /* of a pixel, as in Cairo's paths */
  largest_path = 1 << 22, /* in pixels, well within what Cairo's paths take */
};

static double path_coordinate(FT_Pos part) {
  return fmin(fmax((double)part / path_parts, -largest_path), largest_path);
}

struct path_sink {
  cairo_t *cr;
  double x, y;
  bool is_open;
};

static void go(struct path_sink *sink, const FT_Vector *to) {
  sink->x = path_coordinate(to->x);
  sink->y = path_coordinate(-to->y);
}

static int path_move(const FT_Vector *to, void *context) {
  struct path_sink *sink = context;
  if (sink->is_open) cairo_close_path(sink->cr);
  sink->is_open = true;
  go(sink, to);
  cairo_move_to(sink->cr, sink->x, sink->y);
  return 0;
}

static int path_line(const FT_Vector *to, void *context) {
  struct path_sink *sink = context;
  go(sink, to);
  cairo_line_to(sink->cr, sink->x, sink->y);
  return 0;
}

static int path_cubic(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to,
                      void *context) {
  struct path_sink *sink = context;
  go(sink, to);
  cairo_curve_to(sink->cr, path_coordinate(one->x), path_coordinate(-one->y),
                 path_coordinate(two->x), path_coordinate(-two->y), sink->x, sink->y);
  return 0;
}

static int path_conic(const FT_Vector *control, const FT_Vector *to, void *context) {
  struct path_sink *sink = context;
  double x = sink->x, y = sink->y;
  double control_x = path_coordinate(control->x), control_y = path_coordinate(-control->y);
  go(sink, to);
  cairo_curve_to(sink->cr, x + (control_x - x) * 2 / 3, y + (control_y - y) * 2 / 3,
                 sink->x + (control_x - sink->x) * 2 / 3, sink->y + (control_y - sink->y) * 2 / 3,
                 sink->x, sink->y);
  return 0;
}

bool append_glyph_paths(struct glyph_job *job, const cairo_glyph_t *glyphs, int count) {
  static const FT_Outline_Funcs sinks = {path_move, path_line, path_conic, path_cubic, 0, 0};
  if (!glyph_cache_prepare(0)) return false;
  cairo_identity_matrix(job->cr);
  for (int index = 0; index < count; index++) {
    int64_t x, y;
    bool is_kept;
    glyph_cache_prepare(1);
    if (!glyph_place(job, &glyphs[index], path_parts, &x, &y)) continue;
    const struct glyph_outline *outline = glyph_cache_outline(
        job->face_id, job->face, &job->reader, (uint32_t)glyphs[index].index, &is_kept);
    if (!outline) continue;
    FT_Outline placed;
    struct path_sink sink = {.cr = job->cr};
    if (outline_place(outline, &job->matrix, path_parts, x, y, &placed))
      FT_Outline_Decompose(&placed, &sinks, &sink);
    if (sink.is_open) cairo_close_path(job->cr);
    if (!is_kept) free((void *)outline);
  }
  cairo_set_matrix(job->cr, &job->to_device);
  return true;
}

bool fill_glyph_paths(struct glyph_job *job, const cairo_glyph_t *glyphs, int count) {
  cairo_path_t *path = cairo_copy_path(job->cr);
  cairo_new_path(job->cr);
  cairo_fill_rule_t rule = cairo_get_fill_rule(job->cr);
  cairo_antialias_t antialias = cairo_get_antialias(job->cr);
  bool done = append_glyph_paths(job, glyphs, count);
  cairo_set_fill_rule(job->cr, CAIRO_FILL_RULE_WINDING);
  cairo_set_antialias(job->cr, CAIRO_ANTIALIAS_DEFAULT);
  if (done) cairo_fill(job->cr);
  cairo_set_fill_rule(job->cr, rule);
  cairo_set_antialias(job->cr, antialias);
  if (path->status == CAIRO_STATUS_SUCCESS) cairo_append_path(job->cr, path);
  cairo_path_destroy(path);
  return done;
}
