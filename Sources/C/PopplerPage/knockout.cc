#include "CRectoPopplerPage.h"

#include "GlibObjects.h"

namespace {

// Forms in forms are looked into this far; one that is deeper is drawn on an opaque surface.
constexpr int maximumDepth = 3;
// A page with more resources than this is not worth the search.
constexpr int maximumForms = 100;

bool isKnockout(Dict *form) {
  Object group = form->lookup("Group");
  if (!group.isDict()) return false;
  Object knockout = group.dictLookup("K");
  return knockout.isBool() && knockout.getBool();
}

bool drawsKnockout(Dict *resources, int depth, int &budget) {
  Object forms = resources ? resources->lookup("XObject") : Object(objNull);
  if (!forms.isDict() || depth == 0) return false;
  for (int i = 0; i < forms.dictGetLength() && budget > 0; i++, budget--) {
    Object object = forms.dictGetVal(i);
    if (!object.isStream()) continue;
    Dict *form = object.streamGetDict();
    if (!form->lookup("Subtype").isName("Form")) continue;
    if (isKnockout(form)) return true;
    Object inner = form->lookup("Resources");
    if (inner.isDict() && drawsKnockout(inner.getDict(), depth - 1, budget)) return true;
  }
  return false;
}

} // namespace

bool recto_page_has_knockout_group(PopplerPage *page) {
  int budget = maximumForms;
  return drawsKnockout(recto::glibPage(page)->page->getResourceDict(), maximumDepth, budget);
}
