/* The functions of libvips and GLib that are resolved, and the values of their enumerations, for the
 * files of this folder.
 */
#ifndef CRECTOVIPS_FUNCTIONS_H
#define CRECTOVIPS_FUNCTIONS_H

#include "CRectoVips.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* Values of libvips' and GLib's public enumerations, which are part of their ABI. */
enum { FORMAT_UCHAR = 0, FORMAT_USHORT = 2, FORMAT_UINT = 4, FORMAT_FLOAT = 6, FORMAT_DOUBLE = 8 };
enum {
  INTERPRETATION_MULTIBAND = 0,
  INTERPRETATION_B_W = 1,
  INTERPRETATION_CMYK = 15,
  INTERPRETATION_RGB = 17,
  INTERPRETATION_SRGB = 22,
  INTERPRETATION_RGB16 = 25,
  INTERPRETATION_GREY16 = 26,
  INTERPRETATION_SCRGB = 28,
};
enum { ACCESS_SEQUENTIAL = 1 };
enum { FAIL_ON_NONE = 0, FAIL_ON_TRUNCATED = 1 };
enum { INTENT_RELATIVE = 1 };
enum { TIFF_LZW = 5, TIFF_INCH = 1 };
enum { HEIF_AV1 = 4 };
enum { LOG_LEVEL_CRITICAL = 1 << 3, LOG_LEVEL_WARNING = 1 << 4 };

#define PROFILE_NAME "icc-profile-data"
/* Marks the black picture of `tiff_open_ycbcr`. */
#define YCBCR_NAME "recto-ycbcr"

/* Every function that is resolved, as name and prototype. */
#define FUNCTIONS(F) \
  F(vips_init, int, (const char *)) \
  F(vips_version, int, (int)) \
  F(vips_version_string, const char *, (void)) \
  F(vips_concurrency_set, void, (int)) \
  F(vips_cache_set_max, void, (int)) \
  F(vips_operation_block_set, void, (const char *, int)) \
  F(vips_pngload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_jpegload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_webpload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_gifload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_tiffload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_heifload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_jxlload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_jp2kload_buffer, int, (const void *, size_t, VipsImage **, ...)) \
  F(vips_ppmload_source, int, (void *, VipsImage **, ...)) \
  F(vips_source_new_from_memory, void *, (const void *, size_t)) \
  F(vips_tiffsave_buffer, int, (VipsImage *, void **, size_t *, ...)) \
  F(vips_gifsave_buffer, int, (VipsImage *, void **, size_t *, ...)) \
  F(vips_heifsave_buffer, int, (VipsImage *, void **, size_t *, ...)) \
  F(vips_jxlsave_buffer, int, (VipsImage *, void **, size_t *, ...)) \
  F(vips_image_new_from_memory, VipsImage *, (const void *, size_t, int, int, int, int)) \
  F(vips_image_new_from_memory_copy, VipsImage *, \
    (const void *, size_t, int, int, int, int)) \
  F(vips_image_get_width, int, (const VipsImage *)) \
  F(vips_image_get_height, int, (const VipsImage *)) \
  F(vips_image_get_bands, int, (const VipsImage *)) \
  F(vips_image_get_format, int, (const VipsImage *)) \
  F(vips_image_get_interpretation, int, (const VipsImage *)) \
  F(vips_image_guess_interpretation, int, (const VipsImage *)) \
  F(vips_image_get_xres, double, (const VipsImage *)) \
  F(vips_image_get_yres, double, (const VipsImage *)) \
  F(vips_image_get_n_pages, int, (VipsImage *)) \
  F(vips_image_get_orientation, int, (VipsImage *)) \
  F(vips_image_hasalpha, int, (VipsImage *)) \
  F(vips_image_get_typeof, size_t, (const VipsImage *, const char *)) \
  F(vips_image_set_int, void, (VipsImage *, const char *, int)) \
  F(vips_image_remove, int, (VipsImage *, const char *)) \
  F(vips_image_get_double, int, (const VipsImage *, const char *, double *)) \
  F(vips_image_get_blob, int, (const VipsImage *, const char *, const void **, size_t *)) \
  F(vips_image_set_blob_copy, void, (VipsImage *, const char *, const void *, size_t)) \
  F(vips_copy, int, (VipsImage *, VipsImage **, ...)) \
  F(vips_colourspace, int, (VipsImage *, VipsImage **, int, ...)) \
  F(vips_icc_transform, int, (VipsImage *, VipsImage **, const char *, ...)) \
  F(vips_cast, int, (VipsImage *, VipsImage **, int, ...)) \
  F(vips_linear1, int, (VipsImage *, VipsImage **, double, double, ...)) \
  F(vips_extract_band, int, (VipsImage *, VipsImage **, int, ...)) \
  F(vips_bandjoin2, int, (VipsImage *, VipsImage *, VipsImage **, ...)) \
  F(vips_max, int, (VipsImage *, double *, ...)) \
  F(vips_black, int, (VipsImage **, int, int, ...)) \
  F(vips_region_new, VipsRegion *, (VipsImage *)) \
  F(vips_region_fetch, uint8_t *, (VipsRegion *, int, int, int, int, size_t *)) \
  F(vips_error_buffer_copy, char *, (void)) \
  F(g_object_unref, void, (void *)) \
  F(g_free, void, (void *)) \
  F(g_try_malloc, void *, (size_t)) \
  F(g_log_set_handler, unsigned, (const char *, int, \
    void (*)(const char *, int, const char *, void *), void *)) \
  F(g_type_from_name, size_t, (const char *))

#define DECLARE(name, result, arguments) result(*name) arguments;
struct vips_functions {
  FUNCTIONS(DECLARE)
  /* NULL where libvips has all its loaders in it. */
  void *(*g_module_open)(const char *, int);
};

/* Set before `cvips_start` returns true. */
HIDDEN extern struct vips_functions vips;

/* Finds libtiff's functions among the dependencies of libvips; a libvips that has libtiff inside of
 * itself hides them. */
HIDDEN void tiff_start(void *library);

/* A page of a TIFF in YCbCr, which libvips decodes wrongly or not at all: a black picture of its size and
 * metadata, until `cvips_settle` reads it. Null for any other page. */
HIDDEN VipsImage *tiff_open_ycbcr(
    const void *bytes, size_t length, int page);

/* Adds a warning of this thread, `message` behind `prefix`. */
HIDDEN void cvips_warn(const char *prefix, const char *message);

#endif
