#define _GNU_SOURCE
#include "functions.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declared as in libtiff 4; the numbers are those of TIFF 6.0. */
typedef struct tiff TIFF;
enum {
  TAG_WIDTH = 256,
  TAG_HEIGHT = 257,
  TAG_COMPRESSION = 259,
  TAG_PHOTOMETRIC = 262,
  TAG_ORIENTATION = 274,
  TAG_X_RESOLUTION = 282,
  TAG_Y_RESOLUTION = 283,
  TAG_RESOLUTION_UNIT = 296,
  TAG_PROFILE = 34675,
};
enum { PHOTOMETRIC_YCBCR = 6, UNIT_INCH = 2, UNIT_CENTIMETRE = 3 };

typedef intptr_t tiff_transfer(void *, void *, intptr_t);

/* Every function that is resolved, as name and prototype. */
#define TIFF_FUNCTIONS(F) \
  F(TIFFClientOpen, TIFF *, \
    (const char *, const char *, void *, tiff_transfer *, tiff_transfer *, \
     uint64_t (*)(void *, uint64_t, int), int (*)(void *), uint64_t (*)(void *), \
     int (*)(void *, void **, uint64_t *), void (*)(void *, void *, uint64_t))) \
  F(TIFFClose, void, (TIFF *)) \
  F(TIFFSetDirectory, int, (TIFF *, uint32_t)) \
  F(TIFFNumberOfDirectories, uint16_t, (TIFF *)) \
  F(TIFFGetField, int, (TIFF *, uint32_t, ...)) \
  F(TIFFGetFieldDefaulted, int, (TIFF *, uint32_t, ...)) \
  F(TIFFRGBAImageOK, int, (TIFF *, char *)) \
  F(TIFFReadRGBAImageOriented, int, (TIFF *, uint32_t, uint32_t, uint32_t *, int, int))

static struct { TIFF_FUNCTIONS(DECLARE) } t;
static bool is_ready;

void tiff_start(void *library) {
#define RESOLVE(name, result, arguments) \
  *(void **)&t.name = dlsym(library, #name); \
  if (!t.name) return;
  TIFF_FUNCTIONS(RESOLVE)
  is_ready = true;
}

/* A file in memory, at the place where it is read next. */
struct memory {
  const uint8_t *bytes;
  uint64_t length, place;
};

static intptr_t read_memory(void *handle, void *target, intptr_t count) {
  struct memory *memory = handle;
  uint64_t left = memory->place < memory->length ? memory->length - memory->place : 0;
  if (count < 0) return -1;
  if ((uint64_t)count > left) count = (intptr_t)left;
  memcpy(target, memory->bytes + memory->place, (size_t)count);
  memory->place += (uint64_t)count;
  return count;
}

static intptr_t refuse_to_write(void *handle, void *source, intptr_t count) { return -1; }

static uint64_t seek_memory(void *handle, uint64_t offset, int whence) {
  struct memory *memory = handle;
  memory->place = offset + (whence == SEEK_CUR ? memory->place : whence == SEEK_END ? memory->length : 0);
  return memory->place;
}

static int close_memory(void *handle) { return 0; }

static uint64_t size_of_memory(void *handle) { return ((struct memory *)handle)->length; }

/* Mode m: without a mapping, so that sizes are checked by reading. */
static TIFF *open_page(struct memory *memory, int page) {
  TIFF *file = t.TIFFClientOpen(
      "a TIFF", "rm", memory, read_memory, refuse_to_write, seek_memory, close_memory,
      size_of_memory, NULL, NULL);
  if (!file || t.TIFFSetDirectory(file, (uint32_t)page)) return file;
  t.TIFFClose(file);
  return NULL;
}

/* True if libtiff can read the page as RGB, and libvips would not convert it. */
static bool is_ycbcr(TIFF *file) {
  /* None, LZW, JPEG of TIFF before its supplement, Deflate, PackBits, and Deflate's older number. Newer
   * compressions convert by themselves, as libvips asks them to. */
  static const uint16_t plain[] = {1, 5, 6, 8, 32773, 32946};
  uint16_t photometric = 0, compression = 0;
  char message[1024];
  if (!t.TIFFGetField(file, TAG_PHOTOMETRIC, &photometric)) return false;
  if (photometric != PHOTOMETRIC_YCBCR) return false;
  if (!t.TIFFGetFieldDefaulted(file, TAG_COMPRESSION, &compression)) return false;
  for (size_t index = 0; index < sizeof plain / sizeof *plain; index++) {
    if (plain[index] == compression) return t.TIFFRGBAImageOK(file, message);
  }
  return false;
}

/* Pixels per millimetre; 1 where the file states none. */
static double resolution(TIFF *file, uint32_t tag) {
  uint16_t unit = UNIT_INCH;
  float value = 0;
  t.TIFFGetFieldDefaulted(file, TAG_RESOLUTION_UNIT, &unit);
  if (!t.TIFFGetField(file, tag, &value) || !(value > 0)) return 1;
  return unit == UNIT_INCH ? value / 25.4 : unit == UNIT_CENTIMETRE ? value / 10 : 1;
}

/* A black picture with the size and the metadata of a page. */
static VipsImage *placeholder(TIFF *file) {
  uint32_t width = 0, height = 0, profile_length = 0;
  uint16_t orientation = 1;
  void *profile = NULL;
  VipsImage *black = NULL, *image = NULL;
  if (!t.TIFFGetField(file, TAG_WIDTH, &width) || !t.TIFFGetField(file, TAG_HEIGHT, &height)) return NULL;
  if (vips.vips_black(&black, (int)width, (int)height, "bands", 3, NULL)) return NULL;
  int failed = vips.vips_copy(
      black, &image, "interpretation", INTERPRETATION_SRGB, "xres", resolution(file, TAG_X_RESOLUTION),
      "yres", resolution(file, TAG_Y_RESOLUTION), NULL);
  vips.g_object_unref(black);
  if (failed) return NULL;
  t.TIFFGetFieldDefaulted(file, TAG_ORIENTATION, &orientation);
  vips.vips_image_set_int(image, "orientation", orientation);
  vips.vips_image_set_int(image, "n-pages", t.TIFFNumberOfDirectories(file));
  vips.vips_image_set_int(image, YCBCR_NAME, 1);
  if (t.TIFFGetField(file, TAG_PROFILE, &profile_length, &profile)) {
    vips.vips_image_set_blob_copy(image, PROFILE_NAME, profile, profile_length);
  }
  return image;
}

VipsImage *tiff_open_ycbcr(const void *bytes, size_t length, int page) {
  struct memory memory = {bytes, length, 0};
  TIFF *file = is_ready ? open_page(&memory, page) : NULL;
  if (!file) return NULL;
  VipsImage *image = is_ycbcr(file) ? placeholder(file) : NULL;
  t.TIFFClose(file);
  return image;
}

/* Makes a warning of what libtiff said of parts that it could not read. */
static void warn_of_error(void) {
  char *text = vips.vips_error_buffer_copy();
  if (text && *text) cvips_warn("damaged: ", text);
  if (text) vips.g_free(text);
}

/* The pixels of a YCbCr page, in sRGB and in stored order. */
static VipsImage *decode_ycbcr(VipsImage *header, const void *bytes, size_t length, int page) {
  struct memory memory = {bytes, length, 0};
  TIFF *file = open_page(&memory, page);
  if (!file) return NULL;
  uint32_t width = (uint32_t)vips.vips_image_get_width(header);
  uint32_t height = (uint32_t)vips.vips_image_get_height(header);
  size_t count = (size_t)width * height;
  uint32_t *raster = calloc(count, sizeof *raster);
  VipsImage *pixels = NULL, *image = NULL;
  /* Asked for the orientation that the page has, libtiff turns nothing. */
  int orientation = vips.vips_image_get_orientation(header);
  if (raster && t.TIFFReadRGBAImageOriented(file, width, height, raster, orientation, 0)) {
    uint8_t *rgb = (uint8_t *)raster;
    for (size_t index = 0; index < count; index++) {
      uint32_t color = raster[index];
      for (int band = 0; band < 3; band++) rgb[3 * index + band] = (uint8_t)(color >> (8 * band));
    }
    pixels = vips.vips_image_new_from_memory_copy(
        rgb, 3 * count, (int)width, (int)height, 3, FORMAT_UCHAR);
  }
  free(raster);
  t.TIFFClose(file);
  if (!pixels) return NULL;
  warn_of_error();
  int failed = vips.vips_copy(pixels, &image, "interpretation", INTERPRETATION_SRGB, NULL);
  vips.g_object_unref(pixels);
  if (failed) return NULL;
  const void *profile = NULL;
  size_t profile_length = 0;
  if ((profile = cvips_profile(header, &profile_length))) {
    vips.vips_image_set_blob_copy(image, PROFILE_NAME, profile, profile_length);
  }
  return image;
}

/* The greatest value of a page that has one band; nothing above 1 if it cannot be read, which is told when
 * it is drawn. */
static double greatest(const void *bytes, size_t length, int page) {
  VipsImage *image = NULL;
  double value = 1;
  if (vips.vips_tiffload_buffer(
          bytes, length, &image, "access", ACCESS_SEQUENTIAL, "page", page, NULL)) return 1;
  int failed = vips.vips_max(image, &value, NULL);
  vips.g_object_unref(image);
  return failed ? 1 : value;
}

/* Samples times `factor`, cut to 16 bits, with the meaning of `interpretation`. */
static VipsImage *to_short(VipsImage *image, double factor, int interpretation) {
  VipsImage *wide = NULL, *cut = NULL, *result = NULL;
  int failed = vips.vips_linear1(image, &wide, factor, 0.0, NULL) ||
      vips.vips_cast(wide, &cut, FORMAT_USHORT, NULL) ||
      vips.vips_copy(cut, &result, "interpretation", interpretation, NULL);
  if (wide) vips.g_object_unref(wide);
  if (cut) vips.g_object_unref(cut);
  return failed ? NULL : result;
}

/* The colors of light as floats in 16 bits of sRGB, or of gray for one band. */
static VipsImage *encode_light(VipsImage *light, bool is_gray) {
  VipsImage *two = NULL, *three = NULL, *named = NULL, *result = NULL;
  int failed = is_gray
      ? vips.vips_bandjoin2(light, light, &two, NULL) || vips.vips_bandjoin2(two, light, &three, NULL)
      : vips.vips_extract_band(light, &three, 0, "n", 3, NULL);
  failed = failed || vips.vips_copy(three, &named, "interpretation", INTERPRETATION_SCRGB, NULL) ||
      vips.vips_colourspace(
          named, &result, is_gray ? INTERPRETATION_GREY16 : INTERPRETATION_RGB16, NULL);
  if (two) vips.g_object_unref(two);
  if (three) vips.g_object_unref(three);
  if (named) vips.g_object_unref(named);
  if (failed) return NULL;
  /* A profile tells the meaning of the samples before. */
  vips.vips_image_remove(result, PROFILE_NAME);
  return result;
}

/* Light as floats, with alpha in the band after the colors if there are more. */
static VipsImage *from_light(VipsImage *image, bool is_gray) {
  int colors = is_gray ? 1 : 3, bands = vips.vips_image_get_bands(image);
  VipsImage *light = NULL, *band = NULL, *alpha = NULL, *joined = NULL;
  if (vips.vips_extract_band(image, &light, 0, "n", colors, NULL)) return NULL;
  VipsImage *result = encode_light(light, is_gray);
  vips.g_object_unref(light);
  if (!result || bands <= colors) return result;
  bool is_done = !vips.vips_extract_band(image, &band, colors, NULL) &&
      (alpha = to_short(band, 65535, INTERPRETATION_GREY16)) &&
      !vips.vips_bandjoin2(result, alpha, &joined, NULL);
  if (band) vips.g_object_unref(band);
  if (alpha) vips.g_object_unref(alpha);
  vips.g_object_unref(result);
  return is_done ? joined : NULL;
}

VipsImage *cvips_settle(VipsImage *image, const void *bytes, size_t length, int page) {
  VipsImage *same = NULL;
  if (vips.vips_image_get_typeof(image, YCBCR_NAME)) return decode_ycbcr(image, bytes, length, page);
  int format = vips.vips_image_get_format(image), bands = vips.vips_image_get_bands(image);
  int meaning = vips.vips_image_guess_interpretation(image);
  bool is_gray = (meaning == INTERPRETATION_B_W || meaning == INTERPRETATION_GREY16) && bands <= 2;
  bool is_rgb = bands >= 3 &&
      (meaning == INTERPRETATION_SCRGB || meaning == INTERPRETATION_SRGB ||
       meaning == INTERPRETATION_RGB || meaning == INTERPRETATION_RGB16);
  if (format == FORMAT_UINT && (is_gray || is_rgb)) {
    /* 65,537 is the white of 32 bits by that of 16. */
    return to_short(image, 1 / 65537.0, is_gray ? INTERPRETATION_GREY16 : INTERPRETATION_RGB16);
  }
  bool is_float = format == FORMAT_FLOAT || format == FORMAT_DOUBLE;
  if (is_float && (is_gray ? greatest(bytes, length, page) <= 16 : is_rgb)) {
    return from_light(image, is_gray);
  }
  return vips.vips_copy(image, &same, NULL) ? NULL : same;
}
