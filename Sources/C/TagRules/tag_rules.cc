// SPDX-License-Identifier: Apache-2.0

#include "tag_rules.h"

#include <unordered_map>

namespace recto {

namespace {

enum class Kind {
  group,  // of blocks
  block,
  loose,  // usually inside of a line or a block, but may be a block
  inside, // of a line
  none,   // without a meaning of its own, or not a standard type
};

// The standard types (ISO 32000-2, 14.8.4).
Kind kindOf(const std::string &type) {
  static const std::unordered_map<std::string, Kind> kinds = {
      {"Document", Kind::group}, {"DocumentFragment", Kind::group}, {"Part", Kind::group},
      {"Art", Kind::group}, {"Sect", Kind::group}, {"Div", Kind::group}, {"Aside", Kind::group},
      {"TOC", Kind::group}, {"Index", Kind::group},
      {"P", Kind::block}, {"H", Kind::block}, {"H1", Kind::block}, {"H2", Kind::block}, {"H3", Kind::block},
      {"H4", Kind::block}, {"H5", Kind::block}, {"H6", Kind::block}, {"Title", Kind::block}, {"L", Kind::block},
      {"LI", Kind::block}, {"Lbl", Kind::block}, {"LBody", Kind::block}, {"TOCI", Kind::block},
      {"Table", Kind::block}, {"TD", Kind::block}, {"TH", Kind::block}, {"Caption", Kind::block},
      {"Note", Kind::block}, {"BlockQuote", Kind::block}, {"Artifact", Kind::block},
      {"TR", Kind::loose}, {"THead", Kind::loose}, {"TBody", Kind::loose}, {"TFoot", Kind::loose},
      {"Figure", Kind::loose}, {"Formula", Kind::loose}, {"Form", Kind::loose}, {"Code", Kind::loose},
      {"Quote", Kind::loose},
      {"Span", Kind::inside}, {"Em", Kind::inside}, {"Strong", Kind::inside}, {"Sub", Kind::inside},
      {"Link", Kind::inside}, {"Annot", Kind::inside}, {"Reference", Kind::inside}, {"BibEntry", Kind::inside},
      {"Ruby", Kind::inside}, {"RB", Kind::inside}, {"RT", Kind::inside}, {"RP", Kind::inside},
      {"Warichu", Kind::inside}, {"WT", Kind::inside}, {"WP", Kind::inside}, {"Private", Kind::inside},
  };
  auto kind = kinds.find(type);
  return kind == kinds.end() ? Kind::none : kind->second;
}

bool isOneOf(const std::string &type, std::initializer_list<const char *> types) {
  for (const char *one : types) {
    if (type == one) return true;
  }
  return false;
}

bool isCell(const std::string &type) { return type == "TD" || type == "TH"; }

bool isHeading(const std::string &type) {
  return type == "H" || (type.size() == 2 && type[0] == 'H' && type[1] >= '1' && type[1] <= '6');
}

// True if a plain paragraph in an element of this type keeps that type, which is more specific.
bool holdsParagraphs(const std::string &type) { return isOneOf(type, {"LI", "Caption", "Note", "BlockQuote", "TOCI"}); }

bool isParagraph(const std::string &type) { return isOneOf(type, {"P", "LBody", "Lbl"}); }

// Elements that are inline as often as they are blocks.
bool isNeutral(const std::string &type) { return isOneOf(type, {"NonStruct", "Code", "Quote"}); }

bool beginsBlock(const Tag &tag, const TagPlace &around) {
  // A cell is one block, whatever it holds, but for the tables and notes in it.
  if (isCell(around.type)) return isCell(tag.type) || tag.type == "Table" || tag.type == "Note";
  switch (kindOf(tag.type)) {
  case Kind::block: return true;
  case Kind::group:
  case Kind::loose: return !around.isText;
  case Kind::inside: return false;
  // NonStruct without elements in it is a part of a line.
  case Kind::none: return !around.isText && (tag.holdsElements || tag.type != "NonStruct");
  }
  return false;
}

// True for a cell that lays out a page or frames text, and is not part of a table: one with headings over its
// text, or with paragraphs and no cell beside it. Also true for an entry of contents with several paragraphs.
bool isLayout(const Tag &tag, const TagPlace &around) {
  if (tag.type == "TOCI") return tag.paragraphs > 1;
  return isCell(tag.type) && tag.kids > 1 && (tag.headings > 0 || (around.cells == 1 && tag.paragraphs > 0));
}

} // namespace

TagPlace TagRules::enter(TagPlace place, const Tag &tag) {
  if (tag.type == "Lbl" && place.isText) {
    // An item and a note begin with their label; in a paragraph it is the mark of a note.
    place.isLabel = holdsParagraphs(place.type);
    if (place.isLabel) labeled = place.block;
  } else if (beginsBlock(tag, place)) {
    // A plain paragraph in a list item keeps the type of the item.
    bool isInside = isParagraph(tag.type) && holdsParagraphs(place.type);
    if (!isInside) place.type = isLayout(tag, place) ? "Div" : tag.type;
    if (!isInside || labeled != place.block) {
      place.outer = isNeutral(tag.type) ? place.block : blocks + 1;
      place.block = ++blocks;
    }
    Kind kind = kindOf(tag.type);
    place.isText = place.isText || !(kind == Kind::group || kind == Kind::none);
  }
  if (tag.type == "TR") place.cells = tag.kids;
  return place;
}

void TagRules::meet(const TagPlace &place) {
  // After this text the block has more than its label, so the next paragraph in it becomes a block of its own.
  if (!place.isLabel) labeled = 0;
}

bool TagRules::asksForKids(const std::string &type) { return isCell(type) || type == "TOCI" || type == "NonStruct"; }

std::string TagRules::olderName(const std::string &type) {
  if (type == "FENote") return "Note";
  // Headings may be of any level.
  bool isDeep = type.size() > 1 && type[0] == 'H' && type.find_first_not_of("0123456789", 1) == std::string::npos &&
                type[1] != '0' && (type.size() > 2 || type[1] > '6');
  return isDeep ? "H6" : type;
}

void TagRules::count(const std::string &type, Tag &parent) {
  parent.holdsElements = true;
  if (isHeading(type)) parent.headings++;
  if (type == "P") parent.paragraphs++;
}

} // namespace recto
