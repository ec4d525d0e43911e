/* Draws glyphs at their place to a quarter of a pixel.
 *
 * Cairo 1.16 rounds the place of a glyph on an image to whole pixels, so that words fall apart at
 * the sizes of screens. It also asks FreeType for glyphs at the size of the device, however large;
 * where FreeType refuses, the font face keeps the error, and no page can draw with it any more.
 *
 * Here a glyph's outline is taken at one moderate size and drawn by FreeType's exact-area
 * rasterizer without hinting: small glyphs at quarters of a pixel, from a cache; larger ones at
 * 64ths. The glyphs of one call become one mask, with which Cairo paints, or which is blended here
 * where that is the same and faster. Each place is rounded independently, so that a region of a
 * page equals the same pixels of the whole page.
 *
 * Measured, as the mean difference over ink of a page at 96 dpi from its own at 384 dpi, averaged
 * down: 8.0 of 255 on six documents, 20.4 with Cairo's.
 *
 * Anything but a plain case goes to Cairo unchanged: fonts that are not FreeType's (Type 3 fonts
 * are Cairo's user fonts), fonts of bitmaps or with colors, faces that Cairo makes bold or slanted,
 * targets other than images. */

#define _GNU_SOURCE
#include <cairo-ft.h>
#include <cairo.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "CRectoGlyphs.h"
#include "glyph_cache.h"
#include "glyph_ink.h"
#include "glyph_job.h"

enum {
  largest_recorded_em = 1024, /* in pixels; larger glyphs are recorded as paths */
};

static struct {
  void (*show_glyphs)(cairo_t *, const cairo_glyph_t *, int);
  void (*show_text_glyphs)(cairo_t *, const char *, int, const cairo_glyph_t *, int,
                           const cairo_text_cluster_t *, int, cairo_text_cluster_flags_t);
  void (*glyph_path)(cairo_t *, const cairo_glyph_t *, int);
} original;

static pthread_once_t original_found = PTHREAD_ONCE_INIT;

static void find_original(void) {
  original.show_glyphs = dlsym(RTLD_NEXT, "cairo_show_glyphs");
  original.show_text_glyphs = dlsym(RTLD_NEXT, "cairo_show_text_glyphs");
  original.glyph_path = dlsym(RTLD_NEXT, "cairo_glyph_path");
  if (!original.show_glyphs || !original.show_text_glyphs || !original.glyph_path)
    abort(); /* Cairo is not loaded, yet its functions are called. */
}

/* Guards the cache, the numbers of faces and what outlines are placed in. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The number of a face, never given twice: an address may be. 0 for a face that Cairo draws. */
static uint64_t id_of_face(cairo_font_face_t *face) {
  static const cairo_user_data_key_t key;
  static const uintptr_t unsuitable = UINTPTR_MAX;
  static uintptr_t last;
  uintptr_t known = (uintptr_t)cairo_font_face_get_user_data(face, &key);
  if (known == 0) {
    struct outline_reader reader = outline_reader_open(face);
    known = outline_reader_has_outlines(&reader) ? ++last : unsuitable;
    outline_reader_close(&reader);
    if (cairo_font_face_set_user_data(face, &key, (void *)known, NULL)) return 0;
  }
  return known == unsuitable ? 0 : known;
}

static bool describe_job(cairo_t *cr, struct glyph_job *job) {
  cairo_font_face_t *face = cairo_get_font_face(cr);
  if (cairo_status(cr) != CAIRO_STATUS_SUCCESS ||
      cairo_font_face_status(face) != CAIRO_STATUS_SUCCESS ||
      cairo_font_face_get_type(face) != CAIRO_FONT_TYPE_FT ||
      cairo_ft_font_face_get_synthesize(face) != 0)
    return false;
  *job = (struct glyph_job){.cr = cr, .face = face, .target = cairo_get_group_target(cr)};
  cairo_matrix_t matrix;
  cairo_get_matrix(cr, &job->to_device);
  cairo_get_font_matrix(cr, &job->font_matrix);
  cairo_matrix_multiply(&matrix, &job->font_matrix, &job->to_device);
  /* The font's space has its y down, too. */
  job->matrix = (struct glyph_matrix){(float)matrix.xx, (float)-matrix.xy, (float)-matrix.yx,
                                      (float)matrix.yy};
  job->em = fmax(hypot(matrix.xx, matrix.yx), hypot(matrix.xy, matrix.yy));
  return isfinite(job->em) && (job->face_id = id_of_face(face)) != 0;
}

static void end_job(struct glyph_job *job) { outline_reader_close(&job->reader); }

static _Thread_local recto_glyph_ink *noted;

void recto_note_glyph_ink(recto_glyph_ink *ink) {
  noted = ink;
  if (ink) *ink = (recto_glyph_ink){true, INFINITY, INFINITY, -INFINITY, -INFINITY};
}

void note_glyph_ink(double left, double top, double right, double bottom) {
  if (!noted) return;
  noted->left = fmin(noted->left, left);
  noted->top = fmin(noted->top, top);
  noted->right = fmax(noted->right, right);
  noted->bottom = fmax(noted->bottom, bottom);
}

void note_unknown_ink(void) {
  if (noted) noted->is_whole = false;
}

/* Common positions are on the border between two parts, where the last bit of a sum would decide; so the
 * border is moved by an invisible distance. */
bool glyph_place(const struct glyph_job *job, const cairo_glyph_t *glyph, int parts, int64_t *x,
                     int64_t *y) {
  const double aside = 0.5 + 0.0031;
  double device_x = glyph->x + job->font_matrix.x0, device_y = glyph->y + job->font_matrix.y0;
  cairo_matrix_transform_point(&job->to_device, &device_x, &device_y);
  device_x = floor(device_x * parts + aside);
  device_y = floor(-device_y * parts + aside);
  if (!(fabs(device_x) < 1e15 && fabs(device_y) < 1e15)) return false;
  *x = (int64_t)device_x;
  *y = (int64_t)device_y;
  return true;
}

static bool is_image(cairo_surface_t *target) {
  double x_scale, y_scale, x_offset, y_offset;
  if (cairo_surface_get_type(target) != CAIRO_SURFACE_TYPE_IMAGE) return false;
  cairo_surface_get_device_scale(target, &x_scale, &y_scale);
  cairo_surface_get_device_offset(target, &x_offset, &y_offset);
  return x_scale == 1 && y_scale == 1 && x_offset == floor(x_offset) &&
         y_offset == floor(y_offset) && fabs(x_offset) < INT16_MAX && fabs(y_offset) < INT16_MAX;
}

/* Draws the glyphs; returns false if Cairo has to draw them. */
static bool draw(cairo_t *cr, const cairo_glyph_t *glyphs, int count) {
  if (count <= 0) return false;
  bool drawn = false;
  struct glyph_job job;
  pthread_mutex_lock(&lock);
  if (describe_job(cr, &job)) {
    if (is_image(job.target))
      drawn = draw_glyph_pictures(&job, glyphs, count);
    else if (cairo_surface_get_type(job.target) == CAIRO_SURFACE_TYPE_RECORDING &&
             job.em > largest_recorded_em)
      drawn = fill_glyph_paths(&job, glyphs, count);
    end_job(&job);
  }
  pthread_mutex_unlock(&lock);
  if (!drawn) note_unknown_ink();
  return drawn;
}

void cairo_show_glyphs(cairo_t *cr, const cairo_glyph_t *glyphs, int count) {
  pthread_once(&original_found, find_original);
  if (!draw(cr, glyphs, count)) original.show_glyphs(cr, glyphs, count);
}

void cairo_show_text_glyphs(cairo_t *cr, const char *utf8, int byte_count,
                            const cairo_glyph_t *glyphs, int count,
                            const cairo_text_cluster_t *clusters, int cluster_count,
                            cairo_text_cluster_flags_t flags) {
  pthread_once(&original_found, find_original);
  if (!draw(cr, glyphs, count))
    original.show_text_glyphs(cr, utf8, byte_count, glyphs, count, clusters, cluster_count, flags);
}

void cairo_glyph_path(cairo_t *cr, const cairo_glyph_t *glyphs, int count) {
  pthread_once(&original_found, find_original);
  bool done = false;
  struct glyph_job job;
  pthread_mutex_lock(&lock);
  if (count > 0 && describe_job(cr, &job)) {
    cairo_surface_type_t type = cairo_surface_get_type(job.target);
    if (is_image(job.target) || type == CAIRO_SURFACE_TYPE_RECORDING)
      done = append_glyph_paths(&job, glyphs, count);
    end_job(&job);
  }
  pthread_mutex_unlock(&lock);
  if (!done) original.glyph_path(cr, glyphs, count);
}
