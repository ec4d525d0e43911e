// Interposes Poppler's constructor of annotations, to draw appearances with states that are indirect.
//
// An appearance with states, such as that of a checkbox, is a dictionary of streams by state (ISO 32000-2,
// 12.5.5). Poppler takes one that is an indirect object for a stream, and draws nothing. Here it becomes a
// direct object of the annotation.
//
// Here and in the other files that interpose, the dynamic linker finds a function of this program before that
// of the library, under the same name; the library's own is found by dlsym(3), RTLD_NEXT.

#include <dlfcn.h>

#include <utility>

#include <Annot.h>
#include <Dict.h>
#include <Object.h>

namespace {

constexpr const char *kinds[] = {"N", "R", "D"};

bool isIndirectDictionary(const Object &appearance, const char *kind) {
  return appearance.dictLookupNF(kind).isRef() && appearance.dictLookup(kind).isDict();
}

void makeStatesDirect(const Object &annotation) {
  if (!annotation.isDict()) return;
  Object appearance = annotation.dictLookup("AP");
  if (!appearance.isDict()) return;
  bool hasIndirect = false;
  for (const char *kind : kinds) hasIndirect = hasIndirect || isIndirectDictionary(appearance, kind);
  if (!hasIndirect) return;
  Dict *own = appearance.getDict()->copy(appearance.getDict()->getXRef());
  for (const char *kind : kinds)
    if (isIndirectDictionary(appearance, kind)) own->set(kind, appearance.dictLookup(kind));
  annotation.getDict()->set("AP", Object(own));
}

} // namespace

extern "C" void recto_annotation_construct(Annot *self, PDFDoc *document, Object &&dictionary, const Object *reference)
    __asm__("_ZN5AnnotC2EP6PDFDocO6ObjectPKS2_");

__attribute__((visibility("default"))) void recto_annotation_construct(
    Annot *self, PDFDoc *document, Object &&dictionary, const Object *reference) {
  using Construct = void (*)(Annot *, PDFDoc *, Object &&, const Object *);
  static const auto original =
      reinterpret_cast<Construct>(dlsym(RTLD_NEXT, "_ZN5AnnotC2EP6PDFDocO6ObjectPKS2_"));
  makeStatesDirect(dictionary);
  original(self, document, std::move(dictionary), reference);
}
