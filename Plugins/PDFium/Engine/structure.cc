// SPDX-License-Identifier: Apache-2.0

#include "structure.h"

#include <algorithm>
#include <set>

#include "texts.h"

namespace pdfium {

namespace {

// Deeper trees are not made by people, and would fill the stack.
constexpr int deepest = 200;

class Visitor {
public:
  Visitor(const Library &library, const std::function<void(int, const Element &)> &use)
      : library(library), use(use) {}

  void visit(FPDF_STRUCTELEMENT handle, Element element, int depth) {
    if (!handle || depth > deepest || !seen.insert(handle).second) return;
    recto::Tag tag = this->tag(handle);
    element.place = rules.enter(std::move(element.place), tag);
    replace(element.language, text([&](void *buffer, unsigned long length) {
              return library.FPDF_StructElement_GetLang(handle, buffer, length);
            }));
    replace(element.alternative, text([&](void *buffer, unsigned long length) {
              return library.FPDF_StructElement_GetActualText(handle, buffer, length);
            }));
    replace(element.alternative, text([&](void *buffer, unsigned long length) {
              return library.FPDF_StructElement_GetAltText(handle, buffer, length);
            }));
    int count = library.FPDF_StructElement_CountChildren(handle);
    for (int index = 0; index < count; index++) {
      int mark = library.FPDF_StructElement_GetChildMarkedContentID(handle, index);
      if (mark >= 0) {
        rules.meet(element.place);
        use(mark, element);
      } else {
        visit(library.FPDF_StructElement_GetChildAtIndex(handle, index), element, depth + 1);
      }
    }
  }

private:
  recto::Tag tag(FPDF_STRUCTELEMENT handle) const {
    recto::Tag tag;
    tag.type = type(handle);
    int count = library.FPDF_StructElement_CountChildren(handle);
    tag.kids = static_cast<unsigned>(std::max(0, count));
    if (!recto::TagRules::asksForKids(tag.type)) return tag;
    for (int index = 0; index < count; index++) {
      FPDF_STRUCTELEMENT child = library.FPDF_StructElement_GetChildAtIndex(handle, index);
      bool isContent = library.FPDF_StructElement_GetChildMarkedContentID(handle, index) >= 0;
      if (child && !isContent) recto::TagRules::count(type(child), tag);
    }
    return tag;
  }

  std::string type(FPDF_STRUCTELEMENT handle) const {
    return recto::TagRules::olderName(text([&](void *buffer, unsigned long length) {
      return library.FPDF_StructElement_GetType(handle, buffer, length);
    }));
  }

  template <typename Get>
  static std::string text(Get get) {
    return text16(get);
  }

  static void replace(std::string &old, std::string fresh) {
    if (!fresh.empty()) old = std::move(fresh);
  }

  const Library &library;
  const std::function<void(int, const Element &)> &use;
  std::set<FPDF_STRUCTELEMENT> seen;
  recto::TagRules rules;
};

}  // namespace

void visitStructure(Page &page, const std::function<void(int, const Element &)> &use) {
  const Library &library = page.library;
  FPDF_STRUCTTREE tree = library.FPDF_StructTree_GetForPage(page.handle);
  if (!tree) return;
  try {
    Visitor visitor(library, use);
    int count = library.FPDF_StructTree_CountChildren(tree);
    for (int index = 0; index < count; index++) {
      visitor.visit(library.FPDF_StructTree_GetChildAtIndex(tree, index), {}, 0);
    }
  } catch (...) {
    library.FPDF_StructTree_Close(tree);
    throw;
  }
  library.FPDF_StructTree_Close(tree);
}

}  // namespace pdfium
