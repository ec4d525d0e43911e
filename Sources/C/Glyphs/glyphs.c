#include "CRectoGlyphs.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <stdlib.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H

struct glyph_source {
  // FreeType's objects are not safe in threads; a library for each source keeps them apart.
  FT_Library library;
  FT_Face face;
  double size;
  glyph_synthesis synthesis;
};

static bool set_axes(FT_Face face, const double *axes, unsigned count) {
  if (count == 0) return true;
  FT_Fixed *coordinates = calloc(count, sizeof *coordinates);
  if (!coordinates) return false;
  for (unsigned index = 0; index < count; index++)
    coordinates[index] = (FT_Fixed)(axes[index] * 65536);
  FT_Error error = FT_Set_Var_Design_Coordinates(face, count, coordinates);
  free(coordinates);
  return !error;
}

glyph_source *glyph_source_open(const void *bytes, size_t count, long index, const double *axes,
                                unsigned axis_count, glyph_synthesis synthesis) {
  glyph_source *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->synthesis = synthesis;
  if (FT_Init_FreeType(&source->library) == 0 &&
      FT_New_Memory_Face(source->library, bytes, (FT_Long)count, index, &source->face) == 0 &&
      set_axes(source->face, axes, axis_count))
    return source;
  glyph_source_close(source);
  return NULL;
}

void glyph_source_close(glyph_source *source) {
  if (source->face) FT_Done_Face(source->face);
  if (source->library) FT_Done_FreeType(source->library);
  free(source);
}

bool glyph_source_has_color(const glyph_source *source) { return FT_HAS_COLOR(source->face); }

// Clockwise, in FreeType's coordinates, whose y points up.
static const FT_Matrix turns[4] = {
    {0x10000, 0, 0, 0x10000},
    {0, 0x10000, -0x10000, 0},
    {-0x10000, 0, 0, -0x10000},
    {0, -0x10000, 0x10000, 0},
};

bool glyph_source_draw(glyph_source *source, uint32_t glyph, double size, int quarters, int right,
                       int up, glyph_picture *picture) {
  FT_Face face = source->face;
  if (source->size != size) {
    if (FT_Set_Char_Size(face, (FT_F26Dot6)(size * 64 + 0.5), 0, 72, 72)) return false;
    source->size = size;
  }
  if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) return false;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return false;
  FT_Outline *outline = &face->glyph->outline;
  // An em's twenty-fourth, as FreeType's own synthesis has it, in the middle of where it was.
  FT_Pos strength = (FT_Pos)(size * 64 / 24);
  if (source->synthesis.bold) {
    FT_Outline_Embolden(outline, strength);
    FT_Outline_Translate(outline, -strength / 2, -strength / 2);
  }
  // By 12 degrees.
  static const FT_Matrix slant = {0x10000, 0x366A, 0, 0x10000};
  if (source->synthesis.slanted) FT_Outline_Transform(outline, &slant);
  if (quarters % 4) FT_Outline_Transform(outline, &turns[quarters & 3]);
  if (right || up) FT_Outline_Translate(outline, right, up);
  if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL)) return false;
  const FT_Bitmap *bitmap = &face->glyph->bitmap;
  *picture = (glyph_picture){
      .pixels = bitmap->buffer,
      .width = (int)bitmap->width,
      .height = (int)bitmap->rows,
      .stride = bitmap->pitch,
      .left = face->glyph->bitmap_left,
      .top = face->glyph->bitmap_top,
  };
  return true;
}

typedef struct {
  glyph_source *source;
  void *owner;
  void (*release)(void *owner);
} face_data;

static void free_face_data(void *pointer) {
  face_data *data = pointer;
  if (data->source) glyph_source_close(data->source);
  data->release(data->owner);
  free(data);
}

void *glyph_cairo_face(const void *bytes, size_t count, long index, const double *axes,
                       unsigned axis_count, glyph_synthesis synthesis, void *owner,
                       void (*release)(void *owner)) {
  static const cairo_user_data_key_t key;
  face_data *data = calloc(1, sizeof *data);
  if (!data) {
    release(owner);
    return NULL;
  }
  *data = (face_data){
      glyph_source_open(bytes, count, index, axes, axis_count, synthesis),
      owner,
      release,
  };
  if (!data->source) {
    free_face_data(data);
    return NULL;
  }
  cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(
      data->source->face, FT_LOAD_NO_HINTING | FT_LOAD_COLOR);
  cairo_ft_font_face_set_synthesize(face, (synthesis.bold ? CAIRO_FT_SYNTHESIZE_BOLD : 0) |
                                              (synthesis.slanted ? CAIRO_FT_SYNTHESIZE_OBLIQUE : 0));
  if (cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS &&
      cairo_font_face_set_user_data(face, &key, data, free_face_data) == CAIRO_STATUS_SUCCESS)
    return face;
  cairo_font_face_destroy(face);
  free_face_data(data);
  return NULL;
}
