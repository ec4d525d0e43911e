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
      walk(root->getChild(static_cast<int>(i)), {-1, -1, "P", nullptr, nullptr, 0, false, false}, 0);
    }
  }

private:
  struct Context {
    int32_t block;
    int32_t outer;   // see recto_content
    const char *role;
    const char *language;
    const char *alternative;
    unsigned cells;  // of the row around it
    bool isText;     // in an element that holds text, and not only in groups of such elements
    bool isLabel;
  };

  void walk(const StructElement *element, Context context, int depth) {
    if (!element || depth > maximumDepth) return;
    if (element->isContent()) {
      addContent(element, context);
      return;
    }
    const char *name = element->getTypeName();
    if (element->getType() == StructElement::Lbl && context.isText) {
      // An item and a note begin with their label; in a paragraph it is the mark of a note.
      context.isLabel = holdsParagraphs(context);
      if (context.isLabel) labeled = context.block;
    } else if (name && beginsBlock(element, context)) {
      // A plain paragraph in an item says less than that item.
      bool isInside = isParagraph(element) && holdsParagraphs(context);
      if (!isInside) context.role = isLayout(element, context) ? "Div" : name;
      if (!isInside || labeled != context.block) {
        context.outer = isNeutral(element) ? context.block : blocks + 1;
        context.block = ++blocks;
      }
      bool isGroup = element->isGrouping() || element->getType() == StructElement::NonStruct;
      context.isText = context.isText || isBlock(element) || !isGroup;
    }
    if (element->getType() == StructElement::TR) context.cells = element->getNumChildren();
    if (const GooString *language = element->getLanguage()) context.language = keep(recto::utf8(language->toStr()));
    const GooString *alternative = element->getAltText();
    if (!alternative) alternative = element->getActualText();
    if (alternative) context.alternative = keep(recto::utf8(alternative->toStr()));
    for (unsigned i = 0; i < element->getNumChildren(); i++) {
      walk(element->getChild(static_cast<int>(i)), context, depth + 1);
    }
  }

  static bool beginsBlock(const StructElement *element, const Context &context) {
    // A cell is one block, whatever it holds, but for the tables and notes in it.
    if (isCell(context)) {
      switch (element->getType()) {
      case StructElement::TD:
      case StructElement::TH:
      case StructElement::Table:
      case StructElement::Note:
        return true;
      default:
        return false;
      }
    }
    // Others, such as a figure, a formula and a section, may hold text themselves.
    return isBlock(element) || (!context.isText && (!isInline(element) || holdsElements(element)));
  }

  // An element without a meaning of its own around others is a paragraph, a part of a line or a group.
  static bool holdsElements(const StructElement *element) {
    if (element->getType() != StructElement::NonStruct) return false;
    for (unsigned i = 0; i < element->getNumChildren(); i++) {
      const StructElement *child = element->getChild(static_cast<int>(i));
      if (child && !child->isContent() && !child->isObjectRef()) return true;
    }
    return false;
  }

  // Elements that are inline as often as they are blocks.
  static bool isNeutral(const StructElement *element) {
    switch (element->getType()) {
    case StructElement::NonStruct:
    case StructElement::Code:
    case StructElement::Quote:
      return true;
    default:
      return false;
    }
  }

  static bool isBlock(const StructElement *element) {
    switch (element->getType()) {
    case StructElement::TD:
    case StructElement::TH:
    case StructElement::LI:
    case StructElement::Caption:
    case StructElement::Note:
    case StructElement::BlockQuote:
    case StructElement::TOCI:
      return true;
    default:
      return element->isBlock();
    }
  }

  // Code and quotes are usually inline, but may be blocks.
  static bool isInline(const StructElement *element) {
    switch (element->getType()) {
    case StructElement::Code:
    case StructElement::Quote:
      return false;
    case StructElement::NonStruct:
    case StructElement::Private:
      return true;
    default:
      return element->isInline();
    }
  }

  static bool isParagraph(const StructElement *element) {
    return element->getType() == StructElement::P || element->getType() == StructElement::LBody
        || element->getType() == StructElement::Lbl;
  }

  // A cell with headings over its text, or with paragraphs and no cell beside it, is not a table's: it
  // lays out a page, or is a frame around text. So does an entry of contents with several paragraphs.
  static bool isLayout(const StructElement *element, const Context &context) {
    unsigned count = element->getNumChildren(), headings = 0, paragraphs = 0;
    for (unsigned i = 0; i < count; i++) {
      const StructElement *child = element->getChild(static_cast<int>(i));
      if (isHeading(child)) headings++;
      if (child->getType() == StructElement::P) paragraphs++;
    }
    switch (element->getType()) {
    case StructElement::TD:
    case StructElement::TH:
      return count > 1 && (headings > 0 || (context.cells == 1 && paragraphs > 0));
    case StructElement::TOCI:
      return paragraphs > 1;
    default:
      return false;
    }
  }

  static bool isHeading(const StructElement *element) {
    switch (element->getType()) {
    case StructElement::H:
    case StructElement::H1:
    case StructElement::H2:
    case StructElement::H3:
    case StructElement::H4:
    case StructElement::H5:
    case StructElement::H6:
      return true;
    default:
      return false;
    }
  }

  static bool isCell(const Context &context) {
    std::string role = context.role;
    return role == "TD" || role == "TH";
  }

  static bool holdsParagraphs(const Context &context) {
    std::string role = context.role;
    return role == "LI" || role == "Caption" || role == "Note" || role == "BlockQuote" || role == "TOCI";
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
        {known->second, element->getMCID(), context.block, context.outer, context.role,
         context.language, context.alternative});
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
