#include "CRectoPixbuf.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* Declared as in GLib; the layouts are part of its ABI. */
typedef struct {
  unsigned domain;
  int code;
  char *message;
} GError;
typedef struct _GdkPixbufLoader GdkPixbufLoader;

/* Every function that is resolved, as name and prototype. */
#define FUNCTIONS(F) \
  F(gdk_pixbuf_loader_new_with_type, GdkPixbufLoader *, (const char *, GError **)) \
  F(gdk_pixbuf_loader_write, int, (GdkPixbufLoader *, const uint8_t *, size_t, GError **)) \
  F(gdk_pixbuf_loader_close, int, (GdkPixbufLoader *, GError **)) \
  F(gdk_pixbuf_loader_get_pixbuf, CPixbuf *, (GdkPixbufLoader *)) \
  F(gdk_pixbuf_get_width, int, (const CPixbuf *)) \
  F(gdk_pixbuf_get_height, int, (const CPixbuf *)) \
  F(gdk_pixbuf_get_n_channels, int, (const CPixbuf *)) \
  F(gdk_pixbuf_get_rowstride, int, (const CPixbuf *)) \
  F(gdk_pixbuf_read_pixels, const uint8_t *, (const CPixbuf *)) \
  F(g_error_free, void, (GError *)) \
  F(g_object_ref, void *, (void *)) \
  F(g_object_unref, void, (void *))

#define DECLARE(name, result, arguments) result(*name) arguments;
static struct { FUNCTIONS(DECLARE) } p;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_ready;

static void start(void) {
  void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  /* A handle finds the symbols of its library's dependencies too: GLib's come with GdkPixbuf. */
#define RESOLVE(name, result, arguments) \
  *(void **)&p.name = dlsym(library, #name); \
  if (!p.name) return;
  FUNCTIONS(RESOLVE)
  is_ready = true;
}

bool cpixbuf_start(void) {
  pthread_once(&once, start);
  return is_ready;
}

/* Copies the message of an error, if any, and frees the error. */
static void tell(GError *error, char *message, size_t size) {
  snprintf(message, size, "%s", error && error->message ? error->message : "");
  if (error) p.g_error_free(error);
}

CPixbuf *cpixbuf_decode(
    const char *decoder, const void *bytes, size_t length, char *message, size_t size) {
  if (!cpixbuf_start()) return NULL;
  GError *error = NULL;
  GdkPixbufLoader *loader = p.gdk_pixbuf_loader_new_with_type(decoder, &error);
  if (!loader) {
    tell(error, message, size);
    return NULL;
  }
  CPixbuf *picture = NULL;
  bool is_written = p.gdk_pixbuf_loader_write(loader, bytes, length, &error);
  /* A loader wants to be closed whatever came before; the first error is the one to tell. */
  bool is_closed = p.gdk_pixbuf_loader_close(loader, is_written ? &error : NULL);
  if (is_written && is_closed) picture = p.gdk_pixbuf_loader_get_pixbuf(loader);
  if (picture) p.g_object_ref(picture);
  else tell(error, message, size);
  p.g_object_unref(loader);
  return picture;
}

void cpixbuf_release(CPixbuf *picture) { p.g_object_unref(picture); }

struct cpixbuf_facts cpixbuf_describe(const CPixbuf *picture) {
  return (struct cpixbuf_facts){
      .width = p.gdk_pixbuf_get_width(picture),
      .height = p.gdk_pixbuf_get_height(picture),
      .channels = p.gdk_pixbuf_get_n_channels(picture),
      .row_bytes = p.gdk_pixbuf_get_rowstride(picture),
      .pixels = p.gdk_pixbuf_read_pixels(picture),
  };
}
