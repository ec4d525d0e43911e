#include "parent_tree.h"

#include <Array.h>
#include <Catalog.h>
#include <Dict.h>
#include <Stream.h>
#include <XRef.h>

namespace recto {

namespace {

// Deeper nesting than this is damage or malice.
constexpr int mostElements = 200, deepestNode = 50, mostForms = 20;

// More nodes than the parent tree of a document of a million pages has. A node may be a kid of many.
constexpr int mostNodes = 100'000;

// The elements that are kept for further pages.
constexpr size_t mostKnown = 10'000;

} // namespace

ParentTree::ParentTree(PDFDoc *document, const Object &root, Ref reference)
    : document(document), tree(root.dictLookup("ParentTree")), root(reference) {}

bool ParentTree::read(int page) {
  elements.clear();
  forms.clear();
  identifiers.clear();
  if (known.size() > mostKnown) known.clear();
  const Ref *reference = document->getCatalog()->getPageRef(page + 1);
  if (!tree.isDict() || !reference) return false;
  Object owner = document->getXRef()->fetch(*reference);
  return owner.isDict() && addParents(owner, true) && addForms(owner, 0);
}

const Object &ParentTree::element(Ref reference) {
  auto place = known.find(reference.num);
  if (place == known.end()) place = known.emplace(reference.num, document->getXRef()->fetch(reference)).first;
  return place->second;
}

// The elements of the content of a page or a form.
bool ParentTree::addParents(const Object &owner, bool isPage) {
  Object key = owner.dictLookup("StructParents");
  if (!key.isInt()) return !isPage;
  int nodes = 0;
  Object parents = entry(tree, key.getInt(), 0, nodes);
  if (!parents.isArray()) return false;
  for (int i = 0; i < parents.arrayGetLength(); i++) {
    const Object &parent = parents.arrayGetNF(i);
    // Content that was removed, or is of no element.
    if (!parent.isRef()) continue;
    if (!addChain(parent.getRef())) return false;
    if (isPage) identifiers.push_back(i);
  }
  return true;
}

// The same for forms that are drawn with the resources of a page or a form.
bool ParentTree::addForms(const Object &owner, int depth) {
  if (depth > mostForms) return true;
  Object resources = owner.dictLookup("Resources");
  Object pictures = resources.isDict() ? resources.dictLookup("XObject") : Object();
  if (!pictures.isDict()) return true;
  for (int i = 0; i < pictures.dictGetLength(); i++) {
    const Object &reference = pictures.dictGetValNF(i);
    if (reference.isRef() && !forms.insert(reference.getRefNum()).second) continue;
    Object form = reference.fetch(document->getXRef());
    if (!form.isStream()) continue;
    Object own(form.streamGetDict()->copy(document->getXRef()));
    if (!addParents(own, false) || !addForms(own, depth + 1)) return false;
  }
  return true;
}

// The value of a number tree (7.9.7); null where it has none.
Object ParentTree::entry(const Object &node, int key, int depth, int &nodes) const {
  if (!node.isDict() || depth > deepestNode || ++nodes > mostNodes) return Object(objNull);
  Object limits = node.dictLookup("Limits");
  if (limits.isArray() && limits.arrayGetLength() == 2) {
    Object first = limits.arrayGet(0), last = limits.arrayGet(1);
    if (first.isInt() && last.isInt() && (key < first.getInt() || key > last.getInt())) return Object(objNull);
  }
  Object entries = node.dictLookup("Nums");
  if (entries.isArray()) {
    for (int i = 0; i + 1 < entries.arrayGetLength(); i += 2) {
      const Object &own = entries.arrayGetNF(i);
      if (own.isInt() && own.getInt() == key) return entries.arrayGet(i + 1);
    }
  }
  Object kids = node.dictLookup("Kids");
  for (int i = 0; kids.isArray() && i < kids.arrayGetLength() && nodes <= mostNodes; i++) {
    Object value = entry(kids.arrayGet(i), key, depth + 1, nodes);
    if (!value.isNull()) return value;
  }
  return Object(objNull);
}

// Adds an element and those around it. Returns false if they do not lead to the root.
bool ParentTree::addChain(Ref at) {
  for (int depth = 0; depth <= mostElements; depth++) {
    if (at == root || !elements.insert(at.num).second) return true;
    const Object &own = element(at);
    if (!own.isDict()) return false;
    const Object &parent = own.dictLookupNF("P");
    if (!parent.isRef()) return false;
    at = parent.getRef();
  }
  return false;
}

} // namespace recto
