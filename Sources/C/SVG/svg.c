#include "CRectoSVG.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* Declared as in librsvg and GLib; the layouts are part of their ABI. */
typedef struct {
  double length;
  int unit;
} RsvgLength;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
typedef struct {
  unsigned domain;
  int code;
  char *message;
} GError;

/* Every function that is resolved, as name and prototype. */
#define FUNCTIONS(F) \
  F(rsvg_handle_new_from_data, CSVGDrawing *, (const void *, size_t, GError **)) \
  F(rsvg_handle_set_dpi, void, (CSVGDrawing *, double)) \
  F(rsvg_handle_get_intrinsic_size_in_pixels, int, (CSVGDrawing *, double *, double *)) \
  F(rsvg_handle_get_intrinsic_dimensions, void, \
    (CSVGDrawing *, int *, RsvgLength *, int *, RsvgLength *, int *, RsvgRectangle *)) \
  F(rsvg_handle_render_document, int, \
    (CSVGDrawing *, void *, const RsvgRectangle *, GError **)) \
  F(g_error_free, void, (GError *)) \
  F(g_object_unref, void, (void *))

#define DECLARE(name, result, arguments) result(*name) arguments;
static struct {
  FUNCTIONS(DECLARE)
  const unsigned *major, *minor, *micro;
} r;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_ready;

static void start(void) {
  void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  /* A handle finds the symbols of its library's dependencies too: GLib's come with librsvg. */
#define RESOLVE(name, result, arguments) \
  *(void **)&r.name = dlsym(library, #name); \
  if (!r.name) return;
  FUNCTIONS(RESOLVE)
  r.major = dlsym(library, "rsvg_major_version");
  r.minor = dlsym(library, "rsvg_minor_version");
  r.micro = dlsym(library, "rsvg_micro_version");
  is_ready = r.major && r.minor && r.micro;
}

bool csvg_start(void) {
  pthread_once(&once, start);
  return is_ready;
}

void csvg_version(unsigned *major, unsigned *minor, unsigned *micro) {
  *major = is_ready ? *r.major : 0;
  *minor = is_ready ? *r.minor : 0;
  *micro = is_ready ? *r.micro : 0;
}

/* Copies the message of an error, if any, and frees the error. */
static void tell(GError *error, char *message, size_t size) {
  snprintf(message, size, "%s", error && error->message ? error->message : "");
  if (error) r.g_error_free(error);
}

CSVGDrawing *csvg_open(const void *bytes, size_t length, char *message, size_t size) {
  if (!csvg_start()) return NULL;
  GError *error = NULL;
  CSVGDrawing *drawing = r.rsvg_handle_new_from_data(bytes, length, &error);
  if (!drawing) {
    tell(error, message, size);
    return NULL;
  }
  r.rsvg_handle_set_dpi(drawing, 96);
  return drawing;
}

void csvg_close(CSVGDrawing *drawing) { r.g_object_unref(drawing); }

bool csvg_size(CSVGDrawing *drawing, double *width, double *height) {
  if (r.rsvg_handle_get_intrinsic_size_in_pixels(drawing, width, height)) return true;
  int has_width, has_height, has_box;
  RsvgLength stated_width, stated_height;
  RsvgRectangle box;
  r.rsvg_handle_get_intrinsic_dimensions(
      drawing, &has_width, &stated_width, &has_height, &stated_height, &has_box, &box);
  if (!has_box) return false;
  *width = box.width;
  *height = box.height;
  return true;
}

bool csvg_draw(
    CSVGDrawing *drawing, void *cairo, double width, double height, char *message, size_t size) {
  RsvgRectangle viewport = {0, 0, width, height};
  GError *error = NULL;
  if (r.rsvg_handle_render_document(drawing, cairo, &viewport, &error)) return true;
  tell(error, message, size);
  return false;
}
