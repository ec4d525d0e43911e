#include "marks.h"

#include <memory>
#include <new>
#include <set>

#include <Object.h>
#include <Array.h>
#include <Dict.h>
#include <XRef.h>

#include "CRectoPopplerPage.h"
#include "GlibObjects.h"

namespace {

// Deeper trees than this are damage or malice; real ones stay below 30.
constexpr int maximumDepth = 200;

class Walker {
public:
  explicit Walker(recto_marks &marks) : marks(marks) {}

  // Walks the /K entry of an element (ISO 32000-2, 14.7.2).
  void walk(const Object &kid, int page, int element, int depth) {
    if (depth > maximumDepth) return;
    if (kid.isInt()) {
      add(page, kid.getInt(), element);
    } else if (kid.isArray()) {
      for (int i = 0; i < kid.arrayGetLength(); i++)
        enter(kid.arrayGetNF(i), kid.getArray()->get(i), page, element, depth + 1);
    } else if (kid.isDict()) {
      const Object &own = kid.dictLookupNF("Pg");
      if (own.isRef()) page = own.getRefNum();
      Object content = kid.dictLookup("MCID");
      if (content.isInt()) add(page, content.getInt(), element);
      else enter(kid.dictLookupNF("K"), kid.dictLookup("K"), page, elements++, depth + 1);
    }
  }

private:
  // An element is in the tree once: one that is met again is a circle.
  void enter(const Object &reference, const Object &kid, int page, int element, int depth) {
    if (reference.isRef() && !seen.insert(reference.getRefNum()).second) return;
    walk(kid, page, element, depth);
  }

  void add(int page, int mcid, int element) {
    marks.places.emplace(
        std::make_pair(page, mcid), recto_marks::Place{static_cast<int>(marks.places.size()), element});
  }

  recto_marks &marks;
  int elements = 0;
  std::set<int> seen;
};

} // namespace

recto_marks *recto_marks_new(PopplerDocument *glib) {
  try {
    auto marks = std::make_unique<recto_marks>();
    Object catalog = recto::documentOf(glib)->getXRef()->getCatalog();
    if (catalog.isDict()) {
      Object root = catalog.dictLookup("StructTreeRoot");
      if (root.isDict()) Walker(*marks).walk(root, -1, -1, 0);
    }
    return marks.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void recto_marks_free(recto_marks *marks) { delete marks; }
