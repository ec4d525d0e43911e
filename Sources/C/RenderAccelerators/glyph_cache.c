#include "glyph_cache.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  arena_bytes = 16 << 20,
  bucket_count = 1 << 14,
  outline_phase = 0xFF, /* in the key of an outline */
};

struct key {
  uint64_t face;
  struct glyph_matrix matrix;
  uint32_t glyph, phase;
};

struct entry {
  struct entry *next;
  struct key key;
  _Alignas(8) uint8_t content[]; /* a glyph_outline or a glyph_mask */
};

/* An entry of either kind, rounded up. */
enum {
  largest_mask_entry = sizeof(struct entry) + sizeof(struct glyph_mask) +
                       largest_kept_side * largest_kept_side + 8,
  largest_outline_entry = sizeof(struct entry) + largest_kept_outline + 8,
};

static struct {
  uint8_t *bytes;
  size_t used;
  struct entry **buckets;
  FT_Library library;
} cache;

bool glyph_cache_prepare(size_t count) {
  if (count > glyph_cache_batch) return false;
  if (!cache.library && FT_Init_FreeType(&cache.library)) return false;
  if (!cache.bytes) cache.bytes = malloc(arena_bytes);
  if (!cache.buckets) cache.buckets = calloc(bucket_count, sizeof *cache.buckets);
  if (!cache.bytes || !cache.buckets) return false;
  if (arena_bytes - cache.used < count * (largest_mask_entry + largest_outline_entry)) {
    cache.used = 0;
    memset(cache.buckets, 0, bucket_count * sizeof *cache.buckets);
  }
  return true;
}

static struct entry **bucket_of(const struct key *key) {
  uint64_t words[sizeof *key / 8], hash = 0;
  memcpy(words, key, sizeof words);
  for (size_t index = 0; index < sizeof *key / 8; index++) {
    hash = (hash ^ words[index]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  return &cache.buckets[hash >> 20 & (bucket_count - 1)];
}

static void *find(const struct key *key, struct entry **bucket) {
  for (struct entry *entry = *bucket; entry; entry = entry->next)
    if (memcmp(&entry->key, key, sizeof *key) == 0) return entry->content;
  return NULL;
}

static void *add(const struct key *key, struct entry **bucket, size_t size) {
  struct entry *entry = (struct entry *)(cache.bytes + cache.used);
  cache.used += (sizeof *entry + size + 7) & ~(size_t)7;
  entry->next = *bucket;
  entry->key = *key;
  *bucket = entry;
  return entry->content;
}

const struct glyph_outline *glyph_cache_outline(uint64_t face_id, cairo_font_face_t *face,
                                                struct outline_reader *reader, uint32_t glyph,
                                                bool *is_kept) {
  struct key key = {face_id, {0}, glyph, outline_phase};
  struct entry **bucket = bucket_of(&key);
  const struct glyph_outline *known = find(&key, bucket);
  *is_kept = true;
  if (known) return known;
  if (!reader->face) *reader = outline_reader_open(face);
  if (!reader->face) return NULL;
  struct glyph_outline *outline = outline_read(reader, glyph);
  *is_kept = outline && outline->size <= largest_kept_outline;
  if (!*is_kept) return outline;
  void *kept = memcpy(add(&key, bucket, outline->size), outline, outline->size);
  free(outline);
  return kept;
}

bool glyph_rasterize(FT_Outline *outline, uint8_t *pixels, int width, int height, int row_bytes) {
  FT_Bitmap bitmap = {
      .rows = (unsigned)height,
      .width = (unsigned)width,
      .pitch = row_bytes,
      .buffer = pixels,
      .num_grays = 256,
      .pixel_mode = FT_PIXEL_MODE_GRAY,
  };
  return FT_Outline_Get_Bitmap(cache.library, outline, &bitmap) == 0;
}

static const struct glyph_mask no_mask; /* of a glyph without ink */

const struct glyph_mask *glyph_cache_mask(uint64_t face_id, cairo_font_face_t *face,
                                          struct outline_reader *reader,
                                          const struct glyph_matrix *matrix, uint32_t glyph,
                                          int phase_x, int phase_y) {
  struct key key = {face_id, *matrix, glyph, (uint32_t)(phase_y * phases + phase_x)};
  struct entry **bucket = bucket_of(&key);
  const struct glyph_mask *known = find(&key, bucket);
  if (known) return known;

  bool is_kept;
  const struct glyph_outline *outline =
      glyph_cache_outline(face_id, face, reader, glyph, &is_kept);
  if (!outline) return &no_mask;
  struct glyph_box box = outline_box(outline, matrix);
  bool is_small = is_kept && box.right - box.left < largest_kept_side - 2 &&
                  box.top - box.bottom < largest_kept_side - 2 && fabs(box.left) < INT16_MAX / 2 &&
                  fabs(box.bottom) < INT16_MAX / 2;
  if (!is_kept) free((void *)outline);
  if (!is_small) return NULL;

  /* Points are rounded to a 64th of a pixel, so the box may grow by half of that. */
  const double slack = 1.0 / 64;
  double x = (double)phase_x / phases, y = (double)phase_y / phases;
  int left = (int)floor(box.left + x - slack), right = (int)ceil(box.right + x + slack);
  int bottom = (int)floor(box.bottom + y - slack), top = (int)ceil(box.top + y + slack);
  FT_Outline placed;
  if (outline->point_count == 0 ||
      !outline_place(outline, matrix, 64, phase_x * 64 / phases - left * 64,
                     phase_y * 64 / phases - bottom * 64, &placed))
    left = right = bottom = top = 0;
  int width = right - left, height = top - bottom;
  size_t pixels = (size_t)(width * height);
  struct glyph_mask *mask = add(&key, bucket, sizeof *mask + pixels);
  *mask = (struct glyph_mask){(int16_t)width, (int16_t)height, (int16_t)left, (int16_t)top};
  memset(mask->pixels, 0, pixels);
  if (pixels > 0) glyph_rasterize(&placed, mask->pixels, width, height, width);
  return mask;
}
