// SPDX-License-Identifier: Apache-2.0

#include "structure.h"

#include <set>

#include "texts.h"

namespace pdfium {

namespace {

using Types = std::set<std::string>;

// Elements inside of a line (ISO 32000-2, 14.8.4.7), and parts of a list's item: they begin no
// block.
const Types &inlineTypes() {
  static const Types types = {
      "Span", "Em",  "Strong", "Link",      "Annot",   "Reference", "BibEntry",
      "Ruby", "RB",  "RT",     "RP",        "Warichu", "WT",        "WP",
      "Sub",  "Lbl", "LBody",  "NonStruct", "Private"};
  return types;
}

// Groups of blocks, which may hold text themselves.
const Types &groupTypes() {
  static const Types types = {"Document", "DocumentFragment", "Part", "Art",  "Sect",
                              "Div",      "Aside",            "TOC",  "Index"};
  return types;
}

// Elements that are usually inline, but may be blocks.
const Types &looseTypes() {
  static const Types types = {"Figure", "Formula", "Form", "Code", "Quote"};
  return types;
}

// Elements that are inline as often as they are blocks.
const Types &neutralTypes() {
  static const Types types = {"NonStruct", "Code", "Quote"};
  return types;
}

// A plain paragraph in one of these says less than it.
const Types &paragraphHolders() {
  static const Types types = {"LI", "Caption", "Note", "BlockQuote", "TOCI"};
  return types;
}

bool isHeading(const std::string &type) {
  return type == "H" || (type.size() == 2 && type[0] == 'H' && type[1] >= '1' && type[1] <= '6');
}

bool isCell(const std::string &type) { return type == "TD" || type == "TH"; }

bool beginsBlock(const std::string &type, const Element &around) {
  // A cell is one block, whatever it holds, but for the tables and notes in it.
  if (isCell(around.type)) return isCell(type) || type == "Table" || type == "Note";
  if (groupTypes().count(type) || looseTypes().count(type)) return !around.isText;
  return !inlineTypes().count(type);
}

// Deeper trees are not made by people, and would fill the stack.
constexpr int deepest = 200;

class Visitor {
public:
  Visitor(const Library &library, const std::function<void(int, const Element &)> &use)
      : library(library), use(use) {}

  void visit(FPDF_STRUCTELEMENT handle, Element element, int depth) {
    if (!handle || depth > deepest || !seen.insert(handle).second) return;
    std::string type = this->type(handle);
    if (type == "Lbl") {
      // An item and a note begin with their label; in a paragraph it is the mark of a note.
      element.isLabel = paragraphHolders().count(element.type) > 0;
      if (element.isLabel) labeled = element.block;
    } else if (beginsBlock(type, element) || (!element.isText && holdsElements(handle, type))) {
      bool isInside = type == "P" && paragraphHolders().count(element.type);
      if (!isInside) element.type = isLayout(handle, type, element) ? "Div" : type;
      if (!isInside || labeled != element.block) {
        element.outer = neutralTypes().count(type) ? element.block : blocks + 1;
        element.block = ++blocks;
      }
      element.isText = element.isText || !(groupTypes().count(type) || type == "NonStruct");
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
    if (type == "TR") element.cells = count;
    for (int index = 0; index < count; index++) {
      int mark = library.FPDF_StructElement_GetChildMarkedContentID(handle, index);
      if (mark >= 0) {
        // Text follows the label, so that the next text is a block of its own.
        if (!element.isLabel) labeled = 0;
        use(mark, element);
      } else {
        visit(library.FPDF_StructElement_GetChildAtIndex(handle, index), element, depth + 1);
      }
    }
  }

private:
  std::string type(FPDF_STRUCTELEMENT handle) const {
    return text([&](void *buffer, unsigned long length) {
      return library.FPDF_StructElement_GetType(handle, buffer, length);
    });
  }

  // An element without a meaning of its own around others is a paragraph, a part of a line or a group.
  bool holdsElements(FPDF_STRUCTELEMENT handle, const std::string &type) const {
    if (type != "NonStruct") return false;
    int count = library.FPDF_StructElement_CountChildren(handle);
    for (int index = 0; index < count; index++) {
      if (library.FPDF_StructElement_GetChildMarkedContentID(handle, index) < 0 &&
          library.FPDF_StructElement_GetChildAtIndex(handle, index))
        return true;
    }
    return false;
  }

  // A cell with headings over its text, or with paragraphs and no cell beside it, is not a table's:
  // it lays out a page, or is a frame around text. So does an entry of contents with several
  // paragraphs.
  bool isLayout(FPDF_STRUCTELEMENT handle, const std::string &type, const Element &around) const {
    if (!isCell(type) && type != "TOCI") return false;
    int count = library.FPDF_StructElement_CountChildren(handle), headings = 0, paragraphs = 0;
    for (int index = 0; index < count; index++) {
      FPDF_STRUCTELEMENT child = library.FPDF_StructElement_GetChildAtIndex(handle, index);
      std::string inner = child ? this->type(child) : "";
      if (isHeading(inner)) headings++;
      if (inner == "P") paragraphs++;
    }
    if (type == "TOCI") return paragraphs > 1;
    return count > 1 && (headings > 0 || (around.cells == 1 && paragraphs > 0));
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
  int blocks = 0;
  int labeled = 0;  // the block that has only a label so far
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
