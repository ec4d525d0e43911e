// SPDX-License-Identifier: Apache-2.0
//
// The rules by which the elements of a tagged PDF (ISO 32000-2, 14.7 and 14.8) are blocks of text. Both
// PDF engines read the tree in their own way, and ask these.
#pragma once

#include <string>

namespace recto {

// An element of the tree.
struct Tag {
  std::string type;           // a standard type, or its own
  unsigned kids = 0;          // of a TR, TD or TH: all of its kids
  unsigned headings = 0;      // of a TD, TH or TOCI: those of its kids
  unsigned paragraphs = 0;    // the same, of type P
  bool holdsElements = false; // of a NonStruct: it has other kids than content
};

// The place of a content, by the elements around it.
struct TagPlace {
  std::string type = "P"; // that of the block
  int block = 0;          // equal for content of one block; 0 outside of all blocks
  int outer = 0;          // the block around it where it may be a part of that one's lines, or `block`
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
