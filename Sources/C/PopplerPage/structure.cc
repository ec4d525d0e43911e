#include "CRectoPopplerPage.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <vector>

#include <Object.h>
#include <Array.h>
#include <Catalog.h>
#include <Dict.h>
#include <XRef.h>

#include <tag_rules.h>

#include "GlibObjects.h"
#include "TextStrings.h"
#include "parent_tree.h"

struct recto_structure {
  recto_structure(PopplerDocument *glib, Object &&tree, Ref reference)
      : owner(POPPLER_DOCUMENT(g_object_ref(glib)), g_object_unref), document(recto::documentOf(glib)),
        root(std::move(tree)), roles(root.dictLookup("RoleMap")), parents(document, root, reference) {}

  std::unique_ptr<PopplerDocument, void (*)(void *)> owner;
  PDFDoc *document;
  Object root;
  Object roles;
  recto::ParentTree parents;
  std::map<int, std::vector<recto_content>> pages;  // the last one that was read, or all
  bool isWhole = false;                             // all have been read
  // Contents point into these.
  std::deque<std::string> texts;
  std::set<std::string> types;
};

namespace {

// Deeper trees than this are damage or malice; real ones stay below 30.
constexpr int maximumDepth = 200;

// The most types that lead from one to another: role maps may be circles.
constexpr int mostMappings = 10;

// Reads the contents of a page, whose elements are in the parent tree, or of all pages.
class TreeReader {
public:
  explicit TreeReader(recto_structure &structure) : structure(structure), table(structure.document->getXRef()) {}

  TreeReader(recto_structure &structure, int page) : TreeReader(structure) {
    only = page;
    reference = *structure.document->getCatalog()->getPageRef(page + 1);
    parents = &structure.parents;
  }

  void read() { readKids(structure.root, {{}, Ref::INVALID(), nullptr, nullptr}, 0); }

private:
  struct Context {
    recto::TagPlace place;
    Ref page;
    const char *language;
    const char *alternative;
  };

  void readKids(const Object &element, const Context &context, int depth) {
    if (depth > maximumDepth) return;
    const Object &kids = element.dictLookupNF("K");
    // One kid, or a list of them, may be an object.
    if (kids.isRef() && !(parents && parents->holds(kids.getRefNum()))) {
      if (!seen.insert(kids.getRefNum()).second) return;
      Object own = table->fetch(kids.getRef());
      if (own.isArray()) readList(own, context, depth);
      else if (!parents || !isElement(own)) read(own, context, depth);
    } else if (kids.isArray()) {
      readList(kids, context, depth);
    } else {
      read(kids, context, depth);
    }
  }

  void readList(const Object &kids, const Context &context, int depth) {
    for (int i = 0; i < kids.arrayGetLength(); i++) read(kids.arrayGetNF(i), context, depth);
  }

  void read(const Object &kid, const Context &context, int depth) {
    if (kid.isInt()) {
      add(kid.getInt(), context);
    } else if (kid.isDict()) {
      readDictionary(kid, context, depth);
    } else if (kid.isRef()) {
      // An element is in the tree once: one that is met again is a circle.
      if ((parents && !parents->holds(kid.getRefNum())) || !seen.insert(kid.getRefNum()).second) return;
      if (parents) read(parents->element(kid.getRef()), context, depth);
      else read(table->fetch(kid.getRef()), context, depth);
    }
  }

  static bool isElement(const Object &own) { return own.isDict() && own.dictLookup("S").isName(); }

  // An element, or a reference to content (14.7.5.2).
  void readDictionary(const Object &own, Context context, int depth) {
    const Object &page = own.dictLookupNF("Pg");
    if (page.isRef()) context.page = page.getRef();
    Object content = own.dictLookup("MCID");
    if (content.isInt()) return add(content.getInt(), context);
    if (!isElement(own)) return;
    context.place = rules.enter(std::move(context.place), tag(own));
    Object language = own.dictLookup("Lang");
    if (language.isString()) context.language = keep(language);
    Object alternative = own.dictLookup("Alt");
    if (!alternative.isString()) alternative = own.dictLookup("ActualText");
    if (alternative.isString()) context.alternative = keep(alternative);
    readKids(own, context, depth + 1);
  }

  recto::Tag tag(const Object &element) {
    recto::Tag tag;
    tag.type = type(element);
    bool asksForKids = recto::TagRules::asksForKids(tag.type);
    if (!asksForKids && tag.type != "TR") return tag;
    Object kids = element.dictLookup("K");
    bool isList = kids.isArray();
    tag.kids = isList ? static_cast<unsigned>(kids.arrayGetLength()) : kids.isNull() ? 0 : 1;
    for (unsigned i = 0; asksForKids && i < tag.kids; i++) {
      Object kid = isList ? kids.arrayGet(static_cast<int>(i)) : kids.copy();
      if (isElement(kid)) recto::TagRules::count(type(kid), tag);
    }
    return tag;
  }

  // The type of an element, by the role maps of its namespace and of the document (14.8.6.2).
  std::string type(const Object &element) {
    Object space = element.dictLookup("NS");
    Object own = space.isDict() ? space.dictLookup("RoleMapNS") : Object(objNull);
    std::string type = element.dictLookup("S").getName();
    for (int i = 0; i < mostMappings; i++) {
      Object next = own.isDict() ? own.dictLookup(type.c_str()) : Object(objNull);
      // A type with its namespace.
      if (next.isArray() && next.arrayGetLength() > 0) next = next.arrayGet(0);
      if (!next.isName() && structure.roles.isDict()) next = structure.roles.dictLookup(type.c_str());
      if (!next.isName(type.c_str()) && next.isName()) type = next.getName();
      else break;
    }
    return recto::TagRules::olderName(type);
  }

  void add(int mark, const Context &context) {
    int page = parents ? only : index(context.page);
    if (page < 0) return;
    rules.meet(context.place);
    if (parents && context.page != reference) return;
    structure.pages[page].push_back(
        {mark, context.place.block, context.place.outer, structure.types.insert(context.place.type).first->c_str(),
         context.language, context.alternative});
  }

  // The index of a page, or -1 if the document has no such page.
  int index(Ref page) {
    auto known = pages.find(page.num);
    if (known == pages.end()) {
      int found = page == Ref::INVALID() ? 0 : structure.document->findPage(page);
      known = pages.emplace(page.num, found - 1).first;
    }
    return known->second;
  }

  const char *keep(const Object &text) { return keep(recto::utf8(text.getString()->toStr())); }

  const char *keep(const std::string &text) {
    if (structure.texts.empty() || structure.texts.back() != text) structure.texts.push_back(text);
    return structure.texts.back().c_str();
  }

  recto_structure &structure;
  XRef *table;
  recto::ParentTree *parents = nullptr;  // NULL for all pages
  int only = -1;
  Ref reference = Ref::INVALID();
  recto::TagRules rules;
  std::set<int> seen;
  std::map<int, int> pages;
};

// True if a page's contents include all marked content for which the parent tree has elements.
bool isComplete(const std::vector<recto_content> &contents, const std::vector<int> &marks) {
  std::set<int> found;
  for (const recto_content &content : contents) found.insert(content.mcid);
  return std::all_of(marks.begin(), marks.end(), [&](int mark) { return found.count(mark) > 0; });
}

} // namespace

recto_structure *recto_structure_new(PopplerDocument *glib) {
  try {
    Object catalog = recto::documentOf(glib)->getXRef()->getCatalog();
    if (!catalog.isDict()) return nullptr;
    Object root = catalog.dictLookup("StructTreeRoot");
    if (!root.isDict() || root.dictLookup("K").isNull()) return nullptr;
    const Object &reference = catalog.dictLookupNF("StructTreeRoot");
    return new recto_structure(glib, std::move(root), reference.isRef() ? reference.getRef() : Ref::INVALID());
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void recto_structure_free(recto_structure *structure) { delete structure; }

void recto_structure_read_all(recto_structure *structure) {
  if (structure->isWhole) return;
  structure->isWhole = true;
  structure->pages.clear();
  try {
    TreeReader(*structure).read();
  } catch (const std::bad_alloc &) {
    structure->pages.clear();
  }
}

const recto_content *recto_structure_contents(recto_structure *structure, int page, size_t *count) {
  *count = 0;
  try {
    auto &pages = structure->pages;
    if (!structure->isWhole) {
      pages.clear();
      structure->texts.clear();
      bool isStated = structure->parents.read(page);
      if (isStated) TreeReader(*structure, page).read();
      if (!isStated || !isComplete(pages[page], structure->parents.marks())) recto_structure_read_all(structure);
    }
    auto found = pages.find(page);
    if (found == pages.end()) return nullptr;
    *count = found->second.size();
    return found->second.data();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
