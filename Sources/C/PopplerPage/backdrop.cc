#include "CRectoPopplerPage.h"

#include "GlibObjects.h"

namespace {

// Forms in forms are examined to this depth; deeper ones are drawn on an opaque surface.
constexpr int maximumDepth = 3;
// A page with more resources than this is not worth the search.
constexpr int maximumResources = 200;

bool isKnockout(Dict *form) {
  Object group = form->lookup("Group");
  if (!group.isDict()) return false;
  Object knockout = group.dictLookup("K");
  return knockout.isBool() && knockout.getBool();
}

// True if a blend mode gives the same on white paper as on nothing that white paper is then put under.
bool isAlikeOnWhite(const Object &mode) {
  if (mode.isArray()) {
    for (int i = 0; i < mode.arrayGetLength(); i++) {
      if (!isAlikeOnWhite(mode.arrayGet(i))) return false;
    }
    return true;
  }
  return !mode.isName() || mode.isName("Normal") || mode.isName("Compatible") || mode.isName("Multiply") ||
         mode.isName("Darken");
}

class Search {
public:
  // True if content with these resources takes its colors from the content below, or erases it.
  bool finds(Dict *resources, int depth) {
    return resources && depth > 0 && (blends(resources) || draws(resources, depth));
  }

private:
  bool blends(Dict *resources) {
    Object states = resources->lookup("ExtGState");
    if (!states.isDict()) return false;
    for (int i = 0; i < states.dictGetLength() && budget > 0; i++, budget--) {
      Object state = states.dictGetVal(i);
      if (state.isDict() && !isAlikeOnWhite(state.dictLookup("BM"))) return true;
    }
    return false;
  }

  bool draws(Dict *resources, int depth) {
    Object forms = resources->lookup("XObject");
    if (!forms.isDict()) return false;
    for (int i = 0; i < forms.dictGetLength() && budget > 0; i++, budget--) {
      Object object = forms.dictGetVal(i);
      if (!object.isStream()) continue;
      Dict *form = object.streamGetDict();
      if (!form->lookup("Subtype").isName("Form")) continue;
      if (isKnockout(form)) return true;
      Object inner = form->lookup("Resources");
      if (inner.isDict() && finds(inner.getDict(), depth - 1)) return true;
    }
    return false;
  }

  int budget = maximumResources;
};

} // namespace

bool recto_page_needs_own_backdrop(PopplerPage *page) {
  return Search().finds(recto::glibPage(page)->page->getResourceDict(), maximumDepth);
}
