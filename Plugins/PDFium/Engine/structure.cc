// SPDX-License-Identifier: Apache-2.0

#include "structure.h"

#include <set>

#include "texts.h"

namespace pdfium {

namespace {

// Elements inside of a line (ISO 32000-2, 14.8.4.7), parts of a list's item, and groups: they begin
// no block.
const std::set<std::string> &inlineTypes() {
  static const std::set<std::string> types = {
      "Span", "Em",  "Strong", "Link",      "Annot",   "Reference", "BibEntry",
      "Ruby", "RB",  "RT",     "RP",        "Warichu", "WT",        "WP",
      "Sub",  "Lbl", "LBody",  "NonStruct", "Private"};
  return types;
}

// Deeper trees are not made by people, and would fill the stack.
constexpr int deepest = 200;

class Visitor {
public:
  Visitor(const Library &library, const std::function<void(int, const Element &)> &use)
      : library(library), use(use) {}

  void visit(FPDF_STRUCTELEMENT handle, Element element, int depth) {
    if (!handle || depth > deepest || !seen.insert(handle).second) return;
    std::string type = text([&](void *buffer, unsigned long length) {
      return library.FPDF_StructElement_GetType(handle, buffer, length);
    });
    if (!inlineTypes().count(type)) {
      element.type = type;
      element.block = ++blocks;
    }
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
        use(mark, element);
      } else {
        visit(library.FPDF_StructElement_GetChildAtIndex(handle, index), element, depth + 1);
      }
    }
  }

private:
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
  int blocks = 0;
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
