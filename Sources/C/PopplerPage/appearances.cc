// Interposes Poppler's constructor of annotations, to draw appearances with states that are indirect.
//
// An appearance with states, such as that of a checkbox, is a dictionary of streams by state (ISO 32000-2,
// 12.5.5). Poppler takes one that is an indirect object for a stream, and draws nothing. Here it becomes a
// direct object of the annotation.
//
// A widget of a form that has a color for its border, and states no width, has one of 1 point (12.5.4). Poppler
// draws none where it makes the appearance. Here the widget states the width.
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

void stateBorder(const Object &annotation) {
  if (!annotation.isDict() || !annotation.dictLookup("Subtype").isName("Widget")) return;
  Object look = annotation.dictLookup("MK");
  Object color = look.isDict() ? look.dictLookup("BC") : Object(objNull);
  if (!color.isArray() || color.arrayGetLength() == 0) return;
  if (!annotation.dictLookup("BS").isNull() || !annotation.dictLookup("Border").isNull()) return;
  auto *border = new Dict(annotation.getDict()->getXRef());
  border->add("W", Object(1));
  annotation.getDict()->set("BS", Object(border));
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
  stateBorder(dictionary);
  original(self, document, std::move(dictionary), reference);
}
