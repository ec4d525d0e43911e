// Makes pages, and nodes of the page tree, that are direct objects of their parents indirect.
//
// Kids have to be references (ISO 32000-2, 7.7.3.2). Other viewers show pages that are not; Poppler counts and
// leaves them out.

#include "page_tree.h"

#include <set>

#include <Object.h>
#include <XRef.h>

#include "GlibObjects.h"

namespace {

constexpr int mostDepth = 50, mostNodes = 100'000;

class PageTreeRepairer {
public:
  explicit PageTreeRepairer(XRef &objects) : objects(objects) {}

  void repair() {
    Object catalog = objects.getCatalog();
    if (!catalog.isDict()) return;
    Object tree = catalog.dictLookup("Pages");
    if (!tree.isDict()) return;
    const Object &reference = catalog.dictLookupNF("Pages");
    if (reference.isRef()) {
      if (repairKids(tree, reference.getRef(), 0)) objects.setModifiedObject(&tree, reference.getRef());
      return;
    }
    Ref own = objects.addIndirectObject(tree);
    if (repairKids(tree, own, 0)) objects.setModifiedObject(&tree, own);
    catalog.dictSet("Pages", Object(own));
    objects.setModifiedObject(&catalog, objects.getRoot());
  }

private:
  // Returns true if a node was changed.
  bool repairKids(Object &node, Ref own, int depth) {
    if (depth > mostDepth || !seen.insert(own.num).second || seen.size() > mostNodes) return false;
    Object kids = node.dictLookup("Kids");
    if (!kids.isArray()) return false;
    bool hasDirect = false;
    for (int i = 0; i < kids.arrayGetLength(); i++) hasDirect = hasDirect || kids.arrayGetNF(i).isDict();
    if (!hasDirect) {
      // As many pages as kids are all pages, which need not be read.
      Object count = node.dictLookup("Count");
      if (count.isInt() && count.getInt() == kids.arrayGetLength()) return false;
    }
    auto *references = new Array(&objects);
    for (int i = 0; i < kids.arrayGetLength(); i++) references->add(repaired(kids, i, own, depth));
    Object list(references);
    if (!hasDirect) return false;
    node.dictSet("Kids", std::move(list));
    return true;
  }

  // A kid as a reference, with what is below it repaired.
  Object repaired(const Object &kids, int index, Ref parent, int depth) {
    const Object &kid = kids.arrayGetNF(index);
    Object node = kids.arrayGet(index);
    if (!node.isDict()) return kid.copy();
    bool isDirect = !kid.isRef();
    if (isDirect) node.dictSet("Parent", Object(parent));
    Ref own = isDirect ? objects.addIndirectObject(node) : kid.getRef();
    if (repairKids(node, own, depth + 1)) objects.setModifiedObject(&node, own);
    return Object(own);
  }

  XRef &objects;
  std::set<int> seen;
};

} // namespace

void recto::repairPageTree(PopplerDocument *document) {
  PageTreeRepairer(*recto::documentOf(document)->getXRef()).repair();
}
