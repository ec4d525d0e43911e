// SPDX-License-Identifier: Apache-2.0
//
// The rules that divide the elements of a tagged PDF (ISO 32000-2, 14.7 and 14.8) into blocks of text. Both
// PDF engines use them; each reads the structure tree in its own way.
#pragma once

#include <string>

namespace recto {

// An element of the tree.
struct Tag {
  std::string type;           // a standard type, or one that the role maps do not map to a standard type
  unsigned kids = 0;          // of a TR, TD or TH: the number of its kids
  unsigned headings = 0;      // of a TD, TH or TOCI: the number of kids that are headings
  unsigned paragraphs = 0;    // of a TD, TH or TOCI: the number of kids of type P
  bool holdsElements = false; // of a NonStruct: true if it has elements among its kids
};

// The place of a content, by the elements around it.
struct TagPlace {
  std::string type = "P"; // that of the block
  int block = 0;          // equal for content of one block; 0 outside of all blocks
  int outer = 0;          // the enclosing block, if this one may be inline in that block's lines; else `block`
  unsigned cells = 0;     // kids of the row around it
  bool isText = false;    // in an element that holds text, and not only in groups of such elements
  bool isLabel = false;   // in the label of an item or a note
};

// Finds the blocks of a tree, whose elements and contents are met in the order of the tree.
class TagRules {
public:
  // The place of an element's kids, from that of the element.
  TagPlace enter(TagPlace place, const Tag &tag);

  // Notes that a content is met in a place.
  void meet(const TagPlace &place);

  // True if an element's kids must be looked at to fill a `Tag`.
  static bool asksForKids(const std::string &type);

  // The name in PDF 1.7 of a type that PDF 2.0 renamed.
  static std::string olderName(const std::string &type);

  // Counts a kid that is an element of a type.
  static void count(const std::string &type, Tag &parent);

private:
  int blocks = 0;
  int labeled = 0; // the block that has only a label so far
};

} // namespace recto
