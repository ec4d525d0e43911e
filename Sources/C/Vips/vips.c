#define _GNU_SOURCE
#include "CRectoLinux.h"
#include "functions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vips_functions vips;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_ready;
static _Thread_local char warnings[1024];

void cvips_warn(const char *prefix, const char *message) {
  size_t length = strlen(warnings);
  snprintf(warnings + length, sizeof warnings - length, "%s%s\n", prefix, message);
}

static void remember_warning(const char *domain, int level, const char *message, void *data) {
  cvips_warn("", message);
}

static pthread_once_t path_once = PTHREAD_ONCE_INIT;
static const char *library_path;

static void find_path(void) {
  const char *named = getenv("RECTO_VIPS");
  library_path = named && *named
      ? strdup(named) : linux_path_beside("../../pyvips_binary.libs/libvips*.so.42*");
}

const char *cvips_path(void) {
  pthread_once(&path_once, find_path);
  return library_path;
}

static bool resolve(void) {
  const char *named = cvips_path();
  /* A wheel's libvips has a GLib of its own in it, which must not meet the one of this process. */
  void *library = dlopen(
      named ? named : "libvips.so.42", RTLD_NOW | RTLD_LOCAL | (named ? RTLD_DEEPBIND : 0));
  if (!library) return false;
  /* A handle finds the symbols of its library's dependencies too: GLib's come with libvips. */
#define RESOLVE(name, result, arguments) \
  *(void **)&vips.name = dlsym(library, #name); \
  if (!vips.name) return false;
  FUNCTIONS(RESOLVE)
  *(void **)&vips.g_module_open = dlsym(library, "g_module_open");
  tiff_start(library);
  return true;
}

static void start(void) {
  if (!resolve()) return;
  /* libvips loads every module below its prefix when it starts, 10 ms of ImageMagick, Poppler and
   * OpenSlide; below this prefix it finds none, and the two wanted are loaded at need. */
  setenv("VIPSHOME", "/nonexistent", 1);
  int failed = vips.vips_init("recto");
  unsetenv("VIPSHOME");
  if (failed) return;
  vips.vips_concurrency_set(1);
  vips.vips_cache_set_max(0);
  vips.vips_operation_block_set("VipsForeignLoad", 1);
  vips.g_log_set_handler("VIPS", LOG_LEVEL_CRITICAL | LOG_LEVEL_WARNING, remember_warning, NULL);
  is_ready = true;
}

bool cvips_start(void) {
  pthread_once(&once, start);
  return is_ready;
}

const char *cvips_version(void) { return is_ready ? vips.vips_version_string() : NULL; }

/* Loads vips-NAME.so from the folder of modules beside the library that is in use. */
static void load_module(const char *name) {
  Dl_info where;
  char path[4096];
  if (!vips.g_module_open || !dladdr((void *)vips.vips_init, &where) || !where.dli_fname) return;
  const char *slash = strrchr(where.dli_fname, '/');
  if (!slash) return;
  snprintf(
      path, sizeof path, "%.*s/vips-modules-%d.%d/vips-%s.so", (int)(slash - where.dli_fname),
      where.dli_fname, vips.vips_version(0), vips.vips_version(1), name);
  vips.g_module_open(path, 0);
}

/* True if there is a class of that name, after loading its module if it has one. */
static bool has_class(const char *name, const char *module) {
  if (!vips.g_type_from_name(name) && module) load_module(module);
  return vips.g_type_from_name(name) != 0;
}

struct loader {
  /* The class that is unblocked, with all below it. */
  const char *class_name;
  /* The module that may bring it. */
  const char *module;
};

static const struct loader loaders[] = {
    [CVIPS_PNG] = {"VipsForeignLoadPng", NULL},
    [CVIPS_JPEG] = {"VipsForeignLoadJpeg", NULL},
    [CVIPS_WEBP] = {"VipsForeignLoadWebp", NULL},
    [CVIPS_GIF] = {"VipsForeignLoadNsgif", NULL},
    [CVIPS_TIFF] = {"VipsForeignLoadTiff", NULL},
    [CVIPS_HEIF] = {"VipsForeignLoadHeif", "heif"},
    [CVIPS_JXL] = {"VipsForeignLoadJxl", "jxl"},
    [CVIPS_JP2K] = {"VipsForeignLoadJp2k", NULL},
    [CVIPS_PPM] = {"VipsForeignLoadPpm", NULL},
};

static pthread_mutex_t loader_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_unblocked[sizeof loaders / sizeof *loaders];

bool cvips_can_load(enum cvips_format format) {
  if (!cvips_start()) return false;
  const struct loader *loader = &loaders[format];
  pthread_mutex_lock(&loader_lock);
  bool is_known = is_unblocked[format];
  if (!is_known) {
    is_known = has_class(loader->class_name, loader->module);
    if (is_known) vips.vips_operation_block_set(loader->class_name, 0);
    is_unblocked[format] = is_known;
  }
  pthread_mutex_unlock(&loader_lock);
  return is_known;
}

#define ROWS "access", ACCESS_SEQUENTIAL, "fail_on", fail_on

/* Stretches samples up to a value that the file states (pgm(5), Maxval) over all values of their
   type: libvips leaves them as they are. Replaces the image. */
static int stretch(VipsImage **image) {
  int format = vips.vips_image_get_format(*image);
  double most = format == FORMAT_UCHAR ? 255 : 65535, stated = most;
  if (format != FORMAT_UCHAR && format != FORMAT_USHORT) return 0;
  if (!vips.vips_image_get_typeof(*image, "ppm-max-value")) return 0;
  if (vips.vips_image_get_double(*image, "ppm-max-value", &stated)) return 0;
  if (stated < 1 || stated >= most) return 0;
  VipsImage *wide = NULL, *result = NULL;
  int failed = vips.vips_linear1(*image, &wide, most / stated, 0.5, NULL) ||
      vips.vips_cast(wide, &result, format, NULL);
  if (wide) vips.g_object_unref(wide);
  vips.g_object_unref(*image);
  *image = failed ? NULL : result;
  return failed;
}

static int load_ppm(const void *bytes, size_t length, int fail_on, VipsImage **image) {
  void *source = vips.vips_source_new_from_memory(bytes, length);
  if (!source) return -1;
  int failed = vips.vips_ppmload_source(source, image, ROWS, NULL);
  vips.g_object_unref(source);
  const char *signature = bytes;
  bool is_bitmap = length > 1 && (signature[1] == '1' || signature[1] == '4');
  return failed || (!is_bitmap && stretch(image));
}

VipsImage *cvips_load(
    enum cvips_format format, const void *bytes, size_t length, int page, int shrink,
    bool is_strict) {
  VipsImage *image = NULL;
  int failed = -1;
  int halvings = shrink >= 8 ? 3 : shrink >= 4 ? 2 : shrink >= 2 ? 1 : 0;
  if (!cvips_can_load(format)) return NULL;
  int fail_on = is_strict ? FAIL_ON_TRUNCATED : FAIL_ON_NONE;
  switch (format) {
  case CVIPS_PNG: failed = vips.vips_pngload_buffer(bytes, length, &image, ROWS, NULL); break;
  case CVIPS_JPEG:
    failed = vips.vips_jpegload_buffer(bytes, length, &image, ROWS, "shrink", 1 << halvings, NULL);
    break;
  case CVIPS_WEBP:
    failed = vips.vips_webpload_buffer(
        bytes, length, &image, ROWS, "scale", 1.0 / (1 << halvings), NULL);
    break;
  case CVIPS_GIF: failed = vips.vips_gifload_buffer(bytes, length, &image, ROWS, NULL); break;
  case CVIPS_TIFF:
    image = tiff_open_ycbcr(bytes, length, page);
    failed = !image && vips.vips_tiffload_buffer(bytes, length, &image, ROWS, "page", page, NULL);
    break;
  case CVIPS_HEIF: failed = vips.vips_heifload_buffer(bytes, length, &image, ROWS, NULL); break;
  case CVIPS_JXL: failed = vips.vips_jxlload_buffer(bytes, length, &image, ROWS, NULL); break;
  case CVIPS_JP2K:
    failed = vips.vips_jp2kload_buffer(bytes, length, &image, ROWS, "page", halvings, NULL);
    break;
  case CVIPS_PPM: failed = load_ppm(bytes, length, fail_on, &image); break;
  }
  return failed ? NULL : image;
}

bool cvips_can_save(enum cvips_format format) {
  if (!cvips_start()) return false;
  pthread_mutex_lock(&loader_lock);
  bool is_known = false;
  switch (format) {
  case CVIPS_TIFF: is_known = has_class("VipsForeignSaveTiffBuffer", NULL); break;
  case CVIPS_GIF: is_known = has_class("VipsForeignSaveCgifBuffer", NULL); break;
  case CVIPS_HEIF: is_known = has_class("VipsForeignSaveHeifBuffer", "heif"); break;
  case CVIPS_JXL: is_known = has_class("VipsForeignSaveJxlBuffer", "jxl"); break;
  default: break;
  }
  pthread_mutex_unlock(&loader_lock);
  return is_known;
}

uint8_t *cvips_save(
    VipsImage *image, enum cvips_format format, int quality, double resolution, size_t *length) {
  if (!cvips_can_save(format)) return NULL;
  VipsImage *stamped = NULL;
  void *file = NULL;
  int failed = -1;
  if (vips.vips_copy(image, &stamped, "xres", resolution, "yres", resolution, NULL)) return NULL;
  int is_lossless = quality >= 100;
  switch (format) {
  case CVIPS_TIFF:
    failed = vips.vips_tiffsave_buffer(
        stamped, &file, length, "compression", TIFF_LZW, "resunit", TIFF_INCH, NULL);
    break;
  case CVIPS_GIF: failed = vips.vips_gifsave_buffer(stamped, &file, length, NULL); break;
  case CVIPS_HEIF:
    failed = vips.vips_heifsave_buffer(
        stamped, &file, length, "compression", HEIF_AV1, "Q", quality, "lossless", is_lossless,
        NULL);
    break;
  case CVIPS_JXL:
    failed = vips.vips_jxlsave_buffer(
        stamped, &file, length, "Q", quality, "lossless", is_lossless, NULL);
    break;
  default: break;
  }
  vips.g_object_unref(stamped);
  return failed ? NULL : file;
}

VipsImage *cvips_wrap(
    const void *pixels, size_t length, int width, int height, int bands, enum cvips_color color,
    const void *profile, size_t profile_length) {
  static const int interpretations[] = {
      [CVIPS_GRAY] = INTERPRETATION_B_W,
      [CVIPS_RGB] = INTERPRETATION_SRGB,
      [CVIPS_CMYK] = INTERPRETATION_CMYK,
      [CVIPS_OTHER] = INTERPRETATION_MULTIBAND,
  };
  VipsImage *memory =
      vips.vips_image_new_from_memory(pixels, length, width, height, bands, FORMAT_UCHAR);
  if (!memory) return NULL;
  VipsImage *image = NULL;
  int failed = vips.vips_copy(memory, &image, "interpretation", interpretations[color], NULL);
  vips.g_object_unref(memory);
  if (failed) return NULL;
  if (profile) vips.vips_image_set_blob_copy(image, PROFILE_NAME, profile, profile_length);
  return image;
}

void cvips_release(VipsImage *image) { vips.g_object_unref(image); }

struct cvips_facts cvips_describe(VipsImage *image) {
  struct cvips_facts facts = {
      .width = vips.vips_image_get_width(image),
      .height = vips.vips_image_get_height(image),
      .bands = vips.vips_image_get_bands(image),
      .pages = vips.vips_image_get_n_pages(image),
      .orientation = vips.vips_image_get_orientation(image),
      .x_resolution = vips.vips_image_get_xres(image),
      .y_resolution = vips.vips_image_get_yres(image),
      .has_alpha = vips.vips_image_hasalpha(image),
      .is_ycbcr = vips.vips_image_get_typeof(image, YCBCR_NAME) != 0,
  };
  int format = vips.vips_image_get_format(image);
  facts.bits = format == FORMAT_UCHAR ? 8 : format == FORMAT_USHORT ? 16 : 0;
  switch (vips.vips_image_guess_interpretation(image)) {
  case INTERPRETATION_B_W:
  case INTERPRETATION_GREY16: facts.color = CVIPS_GRAY; break;
  case INTERPRETATION_RGB:
  case INTERPRETATION_SRGB:
  case INTERPRETATION_RGB16: facts.color = CVIPS_RGB; break;
  case INTERPRETATION_CMYK: facts.color = CVIPS_CMYK; break;
  default: facts.color = CVIPS_OTHER; break;
  }
  return facts;
}

const void *cvips_profile(VipsImage *image, size_t *length) {
  const void *data = NULL;
  *length = 0;
  if (!vips.vips_image_get_typeof(image, PROFILE_NAME)) return NULL;
  return vips.vips_image_get_blob(image, PROFILE_NAME, &data, length) ? NULL : data;
}

VipsImage *cvips_to_srgb(VipsImage *image) {
  VipsImage *result = NULL;
  return vips.vips_colourspace(image, &result, INTERPRETATION_SRGB, NULL) ? NULL : result;
}

VipsImage *cvips_profile_to_srgb(VipsImage *image, const char *fallback) {
  VipsImage *result = NULL;
  int failed = fallback
      ? vips.vips_icc_transform(
          image, &result, "srgb", "embedded", 1, "intent", INTENT_RELATIVE,
          "black_point_compensation", 1, "input_profile", fallback, NULL)
      : vips.vips_icc_transform(
          image, &result, "srgb", "embedded", 1, "intent", INTENT_RELATIVE,
          "black_point_compensation", 1, NULL);
  return failed ? NULL : result;
}

VipsImage *cvips_to_bytes(VipsImage *image) {
  VipsImage *result = NULL;
  int is_short = vips.vips_image_get_format(image) == FORMAT_USHORT;
  return vips.vips_cast(image, &result, FORMAT_UCHAR, "shift", is_short, NULL) ? NULL : result;
}

VipsImage *cvips_first_bands(VipsImage *image, int count) {
  VipsImage *result = NULL;
  return vips.vips_extract_band(image, &result, 0, "n", count, NULL) ? NULL : result;
}

VipsRegion *cvips_region(VipsImage *image) { return vips.vips_region_new(image); }

void cvips_release_region(VipsRegion *region) { vips.g_object_unref(region); }

uint8_t *cvips_fetch(VipsRegion *region, int left, int top, int width, int height) {
  size_t length;
  return vips.vips_region_fetch(region, left, top, width, height, &length);
}

uint8_t *cvips_allocate(size_t count) { return vips.g_try_malloc(count); }

void cvips_free(void *bytes) { vips.g_free(bytes); }

void cvips_take_error(char *buffer, size_t size) {
  buffer[0] = 0;
  if (!is_ready) return;
  char *text = vips.vips_error_buffer_copy();
  if (!text) return;
  snprintf(buffer, size, "%s", text);
  vips.g_free(text);
}

void cvips_take_warnings(char *buffer, size_t size) {
  snprintf(buffer, size, "%s", warnings);
  warnings[0] = 0;
}
