// SPDX-License-Identifier: Apache-2.0
//
// The structure tree of a page (ISO 32000-2, 14.7), flat.
#pragma once

#include <functional>

#include "document.h"

namespace pdfium {

// An element that holds a block of text, or an alternative text.
struct Element {
  std::string type;         // the standard type of the block-level element around it
  int block = 0;            // equal for content in one such element
  int outer = 0;            // the block around it where it may be a part of that one's lines, or `block`
  int cells = 0;            // of the row around it
  bool isText = false;      // in an element that holds text, not only in groups of such
  bool isLabel = false;     // in the label of an item or a note
  std::string language;     // empty where none is stated
  std::string alternative;  // alternative text, of it or of an element around it
};

// Hands each marked-content identifier of the page to `use` in the order of the tree, with its
// element.
void visitStructure(Page &page, const std::function<void(int mark, const Element &)> &use);

}  // namespace pdfium
