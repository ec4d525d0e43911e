/* libvips, loaded at first use, in the few calls that page images need: those that are read, and
 * those that are written in a format that no smaller library of Recto's writes.
 *
 * libvips and the ninety libraries behind it take 15 ms to load, which a command that opens a PDF
 * must not pay: nothing here links to it. Swift cannot import its calls either, which take
 * variable arguments. The opaque types and every call named below are those of libvips 8.13+.
 *
 * Only the loaders of `cvips_format` can run: every other one is blocked, and the modules that
 * bring ImageMagick, Poppler and OpenSlide into the process are never loaded.
 */
#ifndef CRECTOVIPS_H
#define CRECTOVIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct _VipsImage VipsImage;
typedef struct _VipsRegion VipsRegion;

/* The loaders, chosen by the caller from the file's signature. */
enum cvips_format {
  CVIPS_PNG,
  CVIPS_JPEG,
  CVIPS_WEBP,
  CVIPS_GIF,
  CVIPS_TIFF,
  CVIPS_HEIF,
  CVIPS_JXL,
  CVIPS_JP2K,
  CVIPS_PPM,
};

/* The meaning of a pixel's bands. */
enum cvips_color {
  CVIPS_GRAY,
  CVIPS_RGB,
  CVIPS_CMYK,
  /* Lab, XYZ, linear light and whatever else: `cvips_to_srgb` knows. */
  CVIPS_OTHER,
};

struct cvips_facts {
  int width;
  int height;
  int bands;
  /* Pages of a TIFF, frames of an animation; at least 1. */
  int pages;
  /* The Exif orientation, 1 to 8. */
  int orientation;
  /* Pixels per millimetre; 1 where the file states none. */
  double x_resolution;
  double y_resolution;
  enum cvips_color color;
  bool has_alpha;
  /* True for a TIFF in YCbCr, which `cvips_settle` decodes as a whole. */
  bool is_ycbcr;
  /* 8 and 16 for unsigned integers, 0 for any other sample. */
  int bits;
};

/* The path of libvips if it is not the system's: the value of `RECTO_VIPS`, or the library in the Python
 * package pyvips-binary beside the one with this code. NULL otherwise. */
const char *_Nullable cvips_path(void);

/* Loads and sets up libvips, once. False if it is missing or older than 8.13. */
bool cvips_start(void);

/* `8.14.1`; null before a successful `cvips_start`. */
const char *_Nullable cvips_version(void);

/* True if the loader is available; loads its module if it has one. */
bool cvips_can_load(enum cvips_format format);

/* Opens an image over `bytes`, which must outlive it; reads the header only. Pixels come in rows
 * from the top. `page` is that of a TIFF; `shrink` is 1, 2, 4 or 8 and reduces JPEG, WebP and JPEG
 * 2000 while decoding, others not at all. With `is_strict`, reading beyond truncated data is an
 * error; otherwise missing pixels stay blank. Null on an error.
 */
VipsImage *_Nullable cvips_load(
    enum cvips_format format, const void *bytes, size_t length, int page, int shrink,
    bool is_strict);

/* The picture to read pixels of, where libvips gives the samples of a TIFF another meaning than the file:
 * YCbCr becomes sRGB, integers of 32 bits become 16 bits, and light as floats from 0 (black) to 1 (white)
 * becomes 16 bits of sRGB or gray. Gray floats that go beyond 16 are left for 0 to 255, as libvips and
 * Pillow write them. `image` is from `cvips_load` with the same bytes and page. Gives a new reference, to
 * `image` itself where it is right; null on an error.
 */
VipsImage *_Nullable cvips_settle(VipsImage *image, const void *bytes, size_t length, int page);

/* True if TIFF, GIF, AVIF (as HEIF) or JPEG XL can be written; false for any other. */
bool cvips_can_save(enum cvips_format format);

/* The image as a file of one of these formats, to be freed by `cvips_free`. `quality` is from 1 to
 * 100, which is lossless; `resolution` is in pixels per millimetre. Null on an error.
 */
uint8_t *_Nullable cvips_save(
    VipsImage *image, enum cvips_format format, int quality, double resolution, size_t *length);

/* An image over `pixels` of 8 bits a band, which must outlive it, with a copy of the profile. */
VipsImage *_Nullable cvips_wrap(
    const void *pixels, size_t length, int width, int height, int bands, enum cvips_color color,
    const void *_Nullable profile, size_t profile_length);

void cvips_release(VipsImage *image);

struct cvips_facts cvips_describe(VipsImage *image);

/* The embedded ICC profile, borrowed for the life of the image; null if there is none. */
const void *_Nullable cvips_profile(VipsImage *image, size_t *length);

/* Each gives a new image, or null on an error. */
VipsImage *_Nullable cvips_to_srgb(VipsImage *image);
/* From the embedded profile, or the builtin one of that name where it is missing or broken. */
VipsImage *_Nullable cvips_profile_to_srgb(VipsImage *image, const char *_Nullable fallback);
/* 16 bits keep their upper half; other samples are clipped to 0…255. */
VipsImage *_Nullable cvips_to_bytes(VipsImage *image);
VipsImage *_Nullable cvips_first_bands(VipsImage *image, int count);

VipsRegion *_Nullable cvips_region(VipsImage *image);
void cvips_release_region(VipsRegion *region);

/* The pixels of a part of the image, without padding; to be freed by `cvips_free`. The calling
 * thread decodes. Null on an error.
 */
uint8_t *_Nullable cvips_fetch(VipsRegion *region, int left, int top, int width, int height);

/* Memory to be freed by `cvips_free`; null if there is not enough. */
uint8_t *_Nullable cvips_allocate(size_t count);
void cvips_free(void *bytes);

/* Copies and clears what libvips has said of its last failure; empty if it said nothing. */
void cvips_take_error(char *buffer, size_t size);

/* Copies and clears what libvips has warned of on this thread, one warning a line; empty if
 * there were none. Text beyond 1 KiB is lost.
 */
void cvips_take_warnings(char *buffer, size_t size);

#pragma clang assume_nonnull end

#endif
