#include "CRectoPopplerPage.h"

#include <deque>
#include <map>
#include <new>
#include <string>
#include <vector>

#include <Catalog.h>
#include <StructElement.h>
#include <StructTreeRoot.h>

#include "GlibObjects.h"
#include "TextStrings.h"

struct recto_structure {
  std::vector<recto_content> contents;
  std::deque<std::string> texts;  // a deque, since contents point into it
};

namespace {

// Deeper trees than this are damage or malice; real ones stay below 30.
constexpr int maximumDepth = 200;

class Walker {
public:
  Walker(PDFDoc *document, recto_structure &result) : document(document), result(result) {}

  void walk(const StructTreeRoot *root) {
    for (unsigned i = 0; i < root->getNumChildren(); i++) {
      walk(root->getChild(static_cast<int>(i)), {-1, "P", nullptr, nullptr, false}, 0);
    }
  }

private:
  struct Context {
    int32_t block;
    const char *role;
    const char *language;
    const char *alternative;
    bool isLabel;
  };

  void walk(const StructElement *element, Context context, int depth) {
    if (!element || depth > maximumDepth) return;
    if (element->isContent()) {
      addContent(element, context);
      return;
    }
    const char *name = element->getTypeName();
    bool isInside = isParagraphInside(element, context);
    if (element->getType() == StructElement::Lbl && (isInside || context.block >= 0)) {
      // An item and a note begin with their label; in a paragraph it is the mark of a note.
      context.isLabel = isInside;
      if (isInside) labeled = context.block;
    } else if (name && isBlock(element)) {
      context.role = isInside ? context.role : name;
      if (!isInside || labeled != context.block) context.block = ++blocks;
    }
    if (const GooString *language = element->getLanguage()) context.language = keep(recto::utf8(language->toStr()));
    const GooString *alternative = element->getAltText();
    if (!alternative) alternative = element->getActualText();
    if (alternative) context.alternative = keep(recto::utf8(alternative->toStr()));
    for (unsigned i = 0; i < element->getNumChildren(); i++) {
      walk(element->getChild(static_cast<int>(i)), context, depth + 1);
    }
  }

  // A table cell or list body holds its paragraphs, which are the smaller blocks.
  static bool isBlock(const StructElement *element) {
    switch (element->getType()) {
    case StructElement::TD:
    case StructElement::TH:
    case StructElement::LI:
    case StructElement::Caption:
    case StructElement::Note:
      return true;
    default:
      return element->isBlock();
    }
  }

  // A plain paragraph in a cell or an item says less than that cell or item.
  static bool isParagraphInside(const StructElement *element, const Context &context) {
    if (element->getType() != StructElement::P && element->getType() != StructElement::LBody
        && element->getType() != StructElement::Lbl) {
      return false;
    }
    std::string role = context.role;
    return role == "TD" || role == "TH" || role == "LI" || role == "Caption" || role == "Note";
  }

  void addContent(const StructElement *element, const Context &context) {
    if (element->isObjectRef()) return;
    Ref ref;
    if (!element->getPageRef(ref)) return;
    auto known = pages.find(ref.num);
    if (known == pages.end()) known = pages.emplace(ref.num, document->findPage(ref) - 1).first;
    if (known->second < 0) return;
    // Text follows the label, so that the next text is a block of its own.
    if (!context.isLabel) labeled = -1;
    result.contents.push_back(
        {known->second, element->getMCID(), context.block, context.role, context.language,
         context.alternative});
  }

  const char *keep(const std::string &text) {
    if (result.texts.empty() || result.texts.back() != text) result.texts.push_back(text);
    return result.texts.back().c_str();
  }

  PDFDoc *document;
  recto_structure &result;
  std::map<int, int> pages;
  int32_t blocks = 0;
  int32_t labeled = -1;  // the block that has only a label so far
};

} // namespace

recto_structure *recto_structure_new(PopplerDocument *glib) {
  try {
    PDFDoc *document = recto::documentOf(glib);
    const StructTreeRoot *root = document->getStructTreeRoot();
    if (!root) return nullptr;
    auto result = std::make_unique<recto_structure>();
    Walker(document, *result).walk(root);
    return result.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void recto_structure_free(recto_structure *structure) { delete structure; }

const recto_content *recto_structure_contents(const recto_structure *structure, size_t *count) {
  *count = structure->contents.size();
  return structure->contents.data();
}
