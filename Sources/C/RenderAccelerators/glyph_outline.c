#include "glyph_outline.h"

#include <cairo-ft.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct outline_reader outline_reader_open(cairo_font_face_t *face) {
  struct outline_reader reader = {0};
  cairo_matrix_t size, identity;
  cairo_matrix_init_scale(&size, outline_em, outline_em);
  cairo_matrix_init_identity(&identity);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  reader.font = cairo_scaled_font_create(face, &size, &identity, options);
  cairo_font_options_destroy(options);
  if (cairo_scaled_font_status(reader.font) == CAIRO_STATUS_SUCCESS)
    reader.face = cairo_ft_scaled_font_lock_face(reader.font);
  return reader;
}

void outline_reader_close(struct outline_reader *reader) {
  if (reader->face) cairo_ft_scaled_font_unlock_face(reader->font);
  if (reader->font) cairo_scaled_font_destroy(reader->font);
  *reader = (struct outline_reader){0};
}

bool outline_reader_has_outlines(const struct outline_reader *reader) {
  return reader->face && FT_IS_SCALABLE(reader->face) && !FT_HAS_COLOR(reader->face);
}

static const int32_t *points_of(const struct glyph_outline *outline) { return outline->rest; }

static const int32_t *ends_of(const struct glyph_outline *outline) {
  return outline->rest + 2 * outline->point_count;
}

static const uint8_t *tags_of(const struct glyph_outline *outline) {
  return (const uint8_t *)(ends_of(outline) + outline->contour_count);
}

struct glyph_outline *outline_read(const struct outline_reader *reader, unsigned long glyph) {
  FT_Outline none = {0}, *source = &none;
  if (glyph <= UINT32_MAX &&
      FT_Load_Glyph(reader->face, (FT_UInt)glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) == 0 &&
      reader->face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
    source = &reader->face->glyph->outline;
  if (source->n_points <= 0 || source->n_contours <= 0) source = &none;
  size_t points = (size_t)source->n_points, contours = (size_t)source->n_contours;
  size_t size = sizeof(struct glyph_outline) + (2 * points + contours) * sizeof(int32_t) + points;
  struct glyph_outline *outline = malloc(size);
  if (!outline) return NULL;
  *outline = (struct glyph_outline){
      .size = (uint32_t)size,
      .point_count = (uint16_t)points,
      .contour_count = (uint16_t)contours,
      .flags = source->flags,
  };
  int32_t *point = outline->rest;
  for (size_t index = 0; index < points; index++, point += 2) {
    int32_t x = point[0] = (int32_t)source->points[index].x;
    int32_t y = point[1] = (int32_t)source->points[index].y;
    if (index == 0 || x < outline->left) outline->left = x;
    if (index == 0 || x > outline->right) outline->right = x;
    if (index == 0 || y < outline->bottom) outline->bottom = y;
    if (index == 0 || y > outline->top) outline->top = y;
  }
  for (size_t index = 0; index < contours; index++) *point++ = source->contours[index];
  if (points > 0) memcpy(point, source->tags, points);
  return outline;
}

/* The ends of what (a * x + b * y) may be. */
static void span(double a, double low_x, double high_x, double b, double low_y, double high_y,
                 double *low, double *high) {
  *low = fmin(a * low_x, a * high_x) + fmin(b * low_y, b * high_y);
  *high = fmax(a * low_x, a * high_x) + fmax(b * low_y, b * high_y);
}

struct glyph_box outline_box(const struct glyph_outline *outline,
                             const struct glyph_matrix *matrix) {
  const double unit = 1.0 / outline_units;
  double left = outline->left * unit, right = outline->right * unit;
  double bottom = outline->bottom * unit, top = outline->top * unit;
  struct glyph_box box;
  span(matrix->xx, left, right, matrix->xy, bottom, top, &box.left, &box.right);
  span(matrix->yx, left, right, matrix->yy, bottom, top, &box.bottom, &box.top);
  return box;
}

/* An outline that can grow, reused from one glyph to the next. */
struct shape {
  FT_Vector *points;
  char *tags;
  short *ends;
  size_t point_count, contour_count, point_room, contour_room;
};

static bool make_room(struct shape *shape, size_t points, size_t contours) {
  if (points > shape->point_room) {
    size_t room = points + points / 2 + 64;
    FT_Vector *vectors = realloc(shape->points, room * sizeof *vectors);
    if (vectors) shape->points = vectors;
    char *tags = realloc(shape->tags, room);
    if (tags) shape->tags = tags;
    if (!vectors || !tags) return false;
    shape->point_room = room;
  }
  if (contours > shape->contour_room) {
    size_t room = contours + contours / 2 + 16;
    short *ends = realloc(shape->ends, room * sizeof *ends);
    if (!ends) return false;
    shape->ends = ends;
    shape->contour_room = room;
  }
  return true;
}

static FT_Outline outline_of(const struct shape *shape, int flags) {
  return (FT_Outline){
      .n_contours = (short)shape->contour_count,
      .n_points = (short)shape->point_count,
      .points = shape->points,
      /* By way of void pointers, since FreeType 2.13.3 made these unsigned. */
      .tags = (void *)shape->tags,
      .contours = (void *)shape->ends,
      .flags = flags,
  };
}

bool outline_place(const struct glyph_outline *outline, const struct glyph_matrix *matrix,
                   int parts, int64_t x, int64_t y, FT_Outline *placed) {
  static struct shape shape;
  static const double most = 1e15; /* sums stay exact, and far from the ends of 64 bits */
  struct glyph_box box = outline_box(outline, matrix);
  double reach = fmax(fmax(-box.left, box.right), fmax(-box.bottom, box.top)) * parts;
  if (!(reach < most && fabs((double)x) < most && fabs((double)y) < most) ||
      !make_room(&shape, outline->point_count, outline->contour_count))
    return false;
  const double unit = (double)parts / outline_units;
  double xx = matrix->xx * unit, xy = matrix->xy * unit;
  double yx = matrix->yx * unit, yy = matrix->yy * unit;
  const int32_t *point = points_of(outline), *ends = ends_of(outline);
  for (int index = 0; index < outline->point_count; index++, point += 2) {
    shape.points[index].x = x + lrint(xx * point[0] + xy * point[1]);
    shape.points[index].y = y + lrint(yx * point[0] + yy * point[1]);
  }
  for (int index = 0; index < outline->contour_count; index++)
    shape.ends[index] = (short)ends[index];
  if (outline->point_count > 0) memcpy(shape.tags, tags_of(outline), outline->point_count);
  shape.point_count = outline->point_count;
  shape.contour_count = outline->contour_count;
  *placed = outline_of(&shape, outline->flags);
  return true;
}

/* Lines instead of curves, in 64ths of a pixel, of which only those near a rectangle are kept: the
 * outline may run anywhere on one side of the rectangle, since the shape inside stays the same. */
struct polygon {
  struct {
    double x, y;
  } *points;
  size_t count, room;
  bool failed;
};

struct clipping {
  double low[2], high[2]; /* the rectangle and a margin */
  struct polygon contour, cut;
  struct shape shape;
  double x, y;
};

static void add_point(struct polygon *polygon, double x, double y) {
  if (polygon->count == polygon->room) {
    size_t room = polygon->room * 2 + 64;
    void *points = realloc(polygon->points, room * sizeof *polygon->points);
    if (!points) {
      polygon->failed = true;
      return;
    }
    polygon->points = points;
    polygon->room = room;
  }
  polygon->points[polygon->count].x = x;
  polygon->points[polygon->count++].y = y;
}

static double along(const struct polygon *polygon, size_t index, int axis) {
  return axis ? polygon->points[index].y : polygon->points[index].x;
}

/* Cuts the contour at one side of the rectangle (Sutherland and Hodgman). */
static void cut_contour(struct clipping *clipping, int axis, double edge, double direction) {
  struct polygon whole = clipping->contour, *cut = &clipping->cut;
  cut->count = 0;
  for (size_t index = 0; index < whole.count; index++) {
    size_t before = (index ? index : whole.count) - 1;
    double from = (along(&whole, before, axis) - edge) * direction;
    double to = (along(&whole, index, axis) - edge) * direction;
    double x = whole.points[index].x, y = whole.points[index].y;
    if ((from < 0) != (to < 0)) {
      double part = from / (from - to);
      double from_x = whole.points[before].x, from_y = whole.points[before].y;
      double cross_x = axis ? from_x + (x - from_x) * part : edge;
      double cross_y = axis ? edge : from_y + (y - from_y) * part;
      add_point(cut, cross_x, cross_y);
    }
    if (to >= 0) add_point(cut, x, y);
  }
  clipping->contour = *cut;
  *cut = whole;
  clipping->contour.failed |= whole.failed;
}

static void end_contour(struct clipping *clipping) {
  struct shape *shape = &clipping->shape;
  for (int axis = 0; axis < 2; axis++) {
    cut_contour(clipping, axis, clipping->low[axis], 1);
    cut_contour(clipping, axis, clipping->high[axis], -1);
  }
  struct polygon *contour = &clipping->contour;
  size_t count = shape->point_count + contour->count;
  if (contour->count > 2) {
    if (count > INT16_MAX || !make_room(shape, count, shape->contour_count + 1)) {
      contour->failed = true;
    } else {
      for (size_t index = 0; index < contour->count; index++) {
        shape->tags[shape->point_count] = FT_CURVE_TAG_ON;
        shape->points[shape->point_count++] =
            (FT_Vector){lrint(contour->points[index].x), lrint(contour->points[index].y)};
      }
      shape->ends[shape->contour_count++] = (short)(count - 1);
    }
  }
  contour->count = 0;
}

static void line(struct clipping *clipping, double x, double y) {
  add_point(&clipping->contour, x, y);
  clipping->x = x;
  clipping->y = y;
}

static bool is_aside(const struct clipping *clipping, const double (*curve)[2]) {
  for (int axis = 0; axis < 2; axis++) {
    double low = clipping->low[axis], high = clipping->high[axis];
    bool below = true, above = true;
    for (int index = 0; index < 4; index++) {
      below = below && curve[index][axis] < low;
      above = above && curve[index][axis] > high;
    }
    if (below || above) return true;
  }
  return false;
}

/* True if the control points are within 2/64 of a pixel of the chord's thirds: the chord is drawn. */
static bool is_flat(const double (*curve)[2]) {
  double off = 0;
  for (int axis = 0; axis < 2; axis++) {
    for (int index = 1; index < 3; index++) {
      double third = curve[0][axis] + (curve[3][axis] - curve[0][axis]) * index / 3;
      off = fmax(off, fabs(curve[index][axis] - third));
    }
  }
  return off <= 2;
}

static void curve_parts(struct clipping *clipping, const double (*curve)[2], int depth) {
  if (depth == 0 || is_flat(curve) || is_aside(clipping, curve)) {
    line(clipping, curve[3][0], curve[3][1]);
    return;
  }
  double first[4][2], second[4][2];
  for (int axis = 0; axis < 2; axis++) {
    double a = curve[0][axis], b = curve[1][axis], c = curve[2][axis], d = curve[3][axis];
    double ab = (a + b) / 2, bc = (b + c) / 2, cd = (c + d) / 2;
    double abc = (ab + bc) / 2, bcd = (bc + cd) / 2, middle = (abc + bcd) / 2;
    first[0][axis] = a, first[1][axis] = ab, first[2][axis] = abc, first[3][axis] = middle;
    second[0][axis] = middle, second[1][axis] = bcd, second[2][axis] = cd, second[3][axis] = d;
  }
  curve_parts(clipping, first, depth - 1);
  curve_parts(clipping, second, depth - 1);
}

static int move_to(const FT_Vector *to, void *context) {
  struct clipping *clipping = context;
  end_contour(clipping);
  line(clipping, to->x, to->y);
  return clipping->contour.failed;
}

static int line_to(const FT_Vector *to, void *context) {
  struct clipping *clipping = context;
  line(clipping, to->x, to->y);
  return clipping->contour.failed;
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to,
                    void *context) {
  struct clipping *clipping = context;
  const double curve[4][2] = {
      {clipping->x, clipping->y}, {one->x, one->y}, {two->x, two->y}, {to->x, to->y}};
  curve_parts(clipping, curve, 24);
  return clipping->contour.failed;
}

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *context) {
  struct clipping *clipping = context;
  double x = clipping->x, y = clipping->y;
  const double curve[4][2] = {{x, y},
                              {x + (control->x - x) * 2 / 3, y + (control->y - y) * 2 / 3},
                              {to->x + (control->x - to->x) * 2.0 / 3,
                               to->y + (control->y - to->y) * 2.0 / 3},
                              {to->x, to->y}};
  curve_parts(clipping, curve, 24);
  return clipping->contour.failed;
}

bool outline_clip(const FT_Outline *placed, int width, int height, FT_Outline *clipped) {
  static struct clipping clipping;
  static const FT_Outline_Funcs sinks = {move_to, line_to, conic_to, cubic_to, 0, 0};
  const double margin = 64;
  clipping.low[0] = clipping.low[1] = -margin;
  clipping.high[0] = width * 64.0 + margin;
  clipping.high[1] = height * 64.0 + margin;
  clipping.contour.failed = clipping.cut.failed = false;
  clipping.contour.count = clipping.shape.point_count = clipping.shape.contour_count = 0;
  FT_Outline outline = *placed;
  if (FT_Outline_Decompose(&outline, &sinks, &clipping)) return false;
  end_contour(&clipping);
  *clipped = outline_of(&clipping.shape, placed->flags);
  return !clipping.contour.failed;
}
