// SPDX-License-Identifier: Apache-2.0
//
// The structure tree of a page (ISO 32000-2, 14.7), flat.
#pragma once

#include <functional>

#include <tag_rules.h>

#include "document.h"

namespace pdfium {

// A content's place in the tree, with the texts that the elements around it state.
struct Element {
  recto::TagPlace place;
  std::string language;     // empty where none is stated
  std::string alternative;  // alternative text, of it or of an element around it
};

// Hands each marked-content identifier of the page to `use` in the order of the tree, with its
// element.
void visitStructure(Page &page, const std::function<void(int mark, const Element &)> &use);

}  // namespace pdfium
