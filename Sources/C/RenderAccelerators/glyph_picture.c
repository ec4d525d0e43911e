/* Draws glyphs on images: each is seen as a mask from the cache or as an outline, all of a call
 * become one picture of coverage, and the source is painted through it. */

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

#include "CRectoGlyphs.h"
#include "glyph_job.h"

enum {
  largest_small_em = 64,      /* in pixels; larger glyphs are not kept */
  largest_coordinate = 16384, /* in pixels, well within what FreeType's rasterizer takes */
};

/* A rectangle of device pixels, y down; empty if an end is not beyond its beginning. */
struct area {
  int left, top, right, bottom;
};

static struct area meet(struct area a, struct area b) {
  return (struct area){
      a.left > b.left ? a.left : b.left,
      a.top > b.top ? a.top : b.top,
      a.right < b.right ? a.right : b.right,
      a.bottom < b.bottom ? a.bottom : b.bottom,
  };
}

static bool is_empty(struct area area) {
  return area.left >= area.right || area.top >= area.bottom;
}

static void include(struct area *all, struct area area) {
  if (is_empty(*all)) *all = area;
  if (area.left < all->left) all->left = area.left;
  if (area.top < all->top) all->top = area.top;
  if (area.right > all->right) all->right = area.right;
  if (area.bottom > all->bottom) all->bottom = area.bottom;
}

/* A glyph that is seen, as a mask or as an outline. */
struct seen {
  const struct glyph_mask *mask;
  const struct glyph_outline *outline;
  bool is_kept;
  int64_t x, y; /* of a mask in pixels, of an outline in 64ths, y up */
  struct area area;
};

static bool see_mask(struct glyph_job *job, const cairo_glyph_t *glyph, struct area clip,
                     struct seen *seen) {
  int64_t x, y;
  if (job->em > largest_small_em || !glyph_place(job, glyph, phases, &x, &y)) return false;
  seen->mask = glyph_cache_mask(job->face_id, job->face, &job->reader, &job->matrix,
                                (uint32_t)glyph->index, (int)(x & (phases - 1)),
                                (int)(y & (phases - 1)));
  if (!seen->mask) return false;
  /* Floors, also of negative numbers. */
  seen->x = (x - (x & (phases - 1))) / phases;
  seen->y = (y - (y & (phases - 1))) / phases;
  int64_t left = seen->x + seen->mask->left, top = -seen->y - seen->mask->top;
  note_glyph_ink((double)left, (double)top, (double)(left + seen->mask->width),
           (double)(top + seen->mask->height));
  if (left >= clip.right || left + seen->mask->width <= clip.left || top >= clip.bottom ||
      top + seen->mask->height <= clip.top) {
    seen->area = (struct area){0};
    return true;
  }
  seen->area = meet(clip, (struct area){(int)left, (int)top, (int)left + seen->mask->width,
                                        (int)top + seen->mask->height});
  return true;
}

static bool see_outline(struct glyph_job *job, const cairo_glyph_t *glyph, struct area clip,
                        struct seen *seen) {
  if (!glyph_place(job, glyph, 64, &seen->x, &seen->y)) return false;
  seen->outline = glyph_cache_outline(job->face_id, job->face, &job->reader,
                                      (uint32_t)glyph->index, &seen->is_kept);
  if (!seen->outline) return false;
  struct glyph_box box = outline_box(seen->outline, &job->matrix);
  double x = (double)seen->x / 64, y = (double)seen->y / 64, slack = 1.0 / 64;
  note_glyph_ink(x + box.left, -y - box.top, x + box.right, -y - box.bottom);
  seen->area = (struct area){
      (int)fmin(fmax(floor(x + box.left - slack), clip.left), clip.right),
      (int)fmin(fmax(floor(-y - box.top - slack), clip.top), clip.bottom),
      (int)fmin(fmax(ceil(x + box.right + slack), clip.left), clip.right),
      (int)fmin(fmax(ceil(-y - box.bottom + slack), clip.top), clip.bottom),
  };
  return true;
}

static void forget(struct seen *seen) {
  if (seen->outline && !seen->is_kept) free((void *)seen->outline);
}

static void add_coverage(uint8_t *restrict sum, const uint8_t *restrict row, int width) {
  for (int x = 0; x < width; x++) {
    unsigned both = (unsigned)sum[x] + row[x];
    sum[x] = both > 255 ? 255 : (uint8_t)both;
  }
}

/* The coverage of all glyphs of a call, a byte a pixel. */
struct picture {
  uint8_t *pixels;
  int row_bytes;
  struct area area;
};

static void add_picture(struct picture *picture, struct area part, const uint8_t *pixels,
                        int row_bytes) {
  uint8_t *row = picture->pixels + (part.top - picture->area.top) * (ptrdiff_t)picture->row_bytes +
                 (part.left - picture->area.left);
  for (int y = part.top; y < part.bottom; y++) {
    add_coverage(row, pixels, part.right - part.left);
    row += picture->row_bytes;
    pixels += row_bytes;
  }
}

static void add_mask(struct picture *picture, const struct seen *seen) {
  const struct glyph_mask *mask = seen->mask;
  int left = (int)(seen->x + mask->left), top = (int)(-seen->y - mask->top);
  const uint8_t *pixels =
      mask->pixels + (seen->area.top - top) * mask->width + (seen->area.left - left);
  add_picture(picture, seen->area, pixels, mask->width);
}

static bool is_far(const FT_Outline *outline) {
  for (int index = 0; index < outline->n_points; index++)
    if (labs(outline->points[index].x) > largest_coordinate * 64L ||
        labs(outline->points[index].y) > largest_coordinate * 64L)
      return true;
  return false;
}

static void add_outline(struct picture *picture, const struct glyph_job *job, const struct seen *seen) {
  struct area area = seen->area;
  int width = area.right - area.left, height = area.bottom - area.top;
  FT_Outline placed, clipped, *shape = &placed;
  if (!outline_place(seen->outline, &job->matrix, 64, seen->x - area.left * INT64_C(64),
                     seen->y + area.bottom * INT64_C(64), &placed))
    return;
  if (is_far(&placed)) {
    if (!outline_clip(&placed, width, height, &clipped)) return;
    shape = &clipped;
  }
  uint8_t *pixels = calloc((size_t)width, (size_t)height);
  if (!pixels) return;
  if (glyph_rasterize(shape, pixels, width, height, width))
    add_picture(picture, area, pixels, width);
  free(pixels);
}

/* The area in which a context draws: within `extents`, and there within rectangles, unless the clip
 * has another shape. */
struct clip {
  struct area extents;
  cairo_rectangle_list_t *rectangles; /* null where the clip has another shape */
};

static struct area area_of(const cairo_rectangle_t *rectangle) {
  return (struct area){
      (int)lrint(rectangle->x),
      (int)lrint(rectangle->y),
      (int)lrint(rectangle->x + rectangle->width),
      (int)lrint(rectangle->y + rectangle->height),
  };
}

static struct clip clip_of(cairo_t *cr) {
  struct clip clip = {.rectangles = cairo_copy_clip_rectangle_list(cr)};
  if (clip.rectangles->status == CAIRO_STATUS_SUCCESS) {
    for (int index = 0; index < clip.rectangles->num_rectangles; index++)
      include(&clip.extents, area_of(&clip.rectangles->rectangles[index]));
    return clip;
  }
  cairo_rectangle_list_destroy(clip.rectangles);
  clip.rectangles = NULL;
  double left, top, right, bottom;
  cairo_clip_extents(cr, &left, &top, &right, &bottom);
  clip.extents =
      (struct area){(int)floor(left), (int)floor(top), (int)ceil(right), (int)ceil(bottom)};
  return clip;
}

static void end_clip(struct clip *clip) {
  if (clip->rectangles) cairo_rectangle_list_destroy(clip->rectangles);
}

/* A channel as Cairo and pixman make it of a color's part. */
static uint32_t channel(double part) {
  uint32_t wide = (uint32_t)(part * 65536);
  return (wide - (wide >> 16)) >> 8;
}

/* The source's color as a premultiplied pixel, where painting it is a plain blend. */
static bool is_plain_color(cairo_t *cr, uint32_t *color) {
  double red, green, blue, alpha;
  if (cairo_get_operator(cr) != CAIRO_OPERATOR_OVER ||
      cairo_pattern_get_rgba(cairo_get_source(cr), &red, &green, &blue, &alpha))
    return false;
  *color = channel(alpha) << 24 | channel(red * alpha) << 16 | channel(green * alpha) << 8 |
           channel(blue * alpha);
  return true;
}

static void blend(cairo_surface_t *target, const struct clip *clip, const struct picture *picture,
                  uint32_t color) {
  double x_offset, y_offset;
  cairo_surface_get_device_offset(target, &x_offset, &y_offset);
  cairo_surface_flush(target);
  uint8_t *pixels = cairo_image_surface_get_data(target);
  ptrdiff_t stride = cairo_image_surface_get_stride(target);
  struct area bounds = {
      -(int)x_offset,
      -(int)y_offset,
      cairo_image_surface_get_width(target) - (int)x_offset,
      cairo_image_surface_get_height(target) - (int)y_offset,
  };
  for (int index = 0; index < clip->rectangles->num_rectangles; index++) {
    struct area part = meet(meet(area_of(&clip->rectangles->rectangles[index]), bounds),
                            picture->area);
    if (is_empty(part)) continue;
    uint8_t *row = pixels + (part.top - bounds.top) * stride + (part.left - bounds.left) * 4;
    const uint8_t *coverage =
        picture->pixels + (part.top - picture->area.top) * (ptrdiff_t)picture->row_bytes +
        (part.left - picture->area.left);
    glyph_blend((uint32_t *)row, (int)(stride / 4), coverage, picture->row_bytes,
                part.right - part.left, part.bottom - part.top, color);
  }
  cairo_surface_mark_dirty(target);
}

/* Paints the source through the glyphs. */
static void paint(const struct glyph_job *job, const struct clip *clip, const struct picture *picture) {
  cairo_format_t format = cairo_image_surface_get_format(job->target);
  uint32_t color;
  if (clip->rectangles && (format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24) &&
      cairo_image_surface_get_data(job->target) && is_plain_color(job->cr, &color)) {
    blend(job->target, clip, picture, color);
    return;
  }
  cairo_surface_t *mask = cairo_image_surface_create_for_data(
      picture->pixels, CAIRO_FORMAT_A8, picture->area.right - picture->area.left,
      picture->area.bottom - picture->area.top, picture->row_bytes);
  cairo_mask_surface(job->cr, mask, picture->area.left, picture->area.top);
  cairo_surface_finish(mask);
  cairo_surface_destroy(mask);
}

/* Draws at most `glyph_cache_batch` glyphs, in a device space without a matrix. */
static bool draw_batch(struct glyph_job *job, const struct clip *clip, const cairo_glyph_t *glyphs,
                       int count) {
  if (!glyph_cache_prepare((size_t)count)) return false;
  struct seen all[glyph_cache_batch];
  int seen_count = 0;
  struct area area = {0};
  for (int index = 0; index < count; index++) {
    struct seen *seen = &all[seen_count];
    *seen = (struct seen){.is_kept = true};
    if (!see_mask(job, &glyphs[index], clip->extents, seen) &&
        !see_outline(job, &glyphs[index], clip->extents, seen)) {
      note_unknown_ink();
      continue;
    }
    if (is_empty(seen->area)) {
      forget(seen);
      continue;
    }
    include(&area, seen->area);
    seen_count++;
  }
  if (seen_count == 0) return true;
  struct picture picture = {
      .row_bytes = cairo_format_stride_for_width(CAIRO_FORMAT_A8, area.right - area.left),
      .area = area,
  };
  picture.pixels = calloc((size_t)picture.row_bytes, (size_t)(area.bottom - area.top));
  for (int index = 0; index < seen_count; index++) {
    if (picture.pixels && all[index].mask) add_mask(&picture, &all[index]);
    if (picture.pixels && all[index].outline) add_outline(&picture, job, &all[index]);
    forget(&all[index]);
  }
  if (picture.pixels) paint(job, clip, &picture);
  free(picture.pixels);
  return true;
}

/* True if an operator changes only the pixels that the glyphs cover. */
static bool is_bounded(cairo_operator_t operator) {
  return operator != CAIRO_OPERATOR_IN && operator != CAIRO_OPERATOR_OUT &&
         operator != CAIRO_OPERATOR_DEST_IN && operator != CAIRO_OPERATOR_DEST_ATOP;
}

bool draw_glyph_pictures(struct glyph_job *job, const cairo_glyph_t *glyphs, int count) {
  if (!is_bounded(cairo_get_operator(job->cr))) return false;
  cairo_identity_matrix(job->cr);
  struct clip clip = clip_of(job->cr);
  bool drawn = true;
  if (is_empty(clip.extents)) note_unknown_ink();
  for (int begin = 0; drawn && begin < count && !is_empty(clip.extents);
       begin += glyph_cache_batch) {
    int rest = count - begin;
    drawn = draw_batch(job, &clip, glyphs + begin,
                       rest < glyph_cache_batch ? rest : glyph_cache_batch);
  }
  end_clip(&clip);
  cairo_set_matrix(job->cr, &job->to_device);
  return drawn;
}
