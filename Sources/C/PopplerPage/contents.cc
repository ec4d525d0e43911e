// Interposes Poppler's function that interprets a page's content, to skip entries that are not streams.
//
// The content may be an array of streams (ISO 32000-2, 7.8.2). Poppler drops all of the content if one entry is not a
// stream, such as one whose object is missing. Here only that entry is left out.

#include <dlfcn.h>

#include <Error.h>
#include <Gfx.h>
#include <Object.h>

namespace {

bool hasOnlyStreams(const Object &array) {
  for (int i = 0; i < array.arrayGetLength(); i++)
    if (!array.arrayGet(i).isStream()) return false;
  return true;
}

Object streamsOf(const Object &array, XRef *objects) {
  auto *streams = new Array(objects);
  for (int i = 0; i < array.arrayGetLength(); i++)
    if (array.arrayGet(i).isStream()) streams->add(array.arrayGetNF(i).copy());
  return Object(streams);
}

using Display = void (*)(Gfx *, Object *, int);

void display(Gfx *self, Object *content, int kind, Display original) {
  if (!content->isArray() || hasOnlyStreams(*content)) return original(self, content, kind);
  error(errSyntaxWarning, -1, "An entry of the page's content is not a stream");
  Object streams = streamsOf(*content, self->getXRef());
  original(self, &streams, kind);
}

}  // namespace

// The last parameter tells a page's content from a form's: a flag in Poppler 22.12, an enumeration later.
#define RECTO_DISPLAY(NAME, SYMBOL) \
  extern "C" __attribute__((visibility("default"))) void NAME(Gfx *, Object *, int) __asm__(SYMBOL); \
  void NAME(Gfx *self, Object *content, int kind) { \
    static const auto original = reinterpret_cast<Display>(dlsym(RTLD_NEXT, SYMBOL)); \
    display(self, content, kind, original); \
  }

RECTO_DISPLAY(recto_display, "_ZN3Gfx7displayEP6Objectb")
RECTO_DISPLAY(recto_display_kind, "_ZN3Gfx7displayEP6ObjectNS_11DisplayTypeE")
