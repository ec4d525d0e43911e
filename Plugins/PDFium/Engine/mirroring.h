// SPDX-License-Identifier: Apache-2.0
//
// PDFium treats the text of a PDF as visual, and replaces brackets in right-to-left text with their mirror images
// (UAX 9, L4). A PDF states the characters themselves.
#pragma once

#include <cstdint>
#include <vector>

namespace pdfium {

// True for each sign of a line, in PDFium's order, that PDFium gives as its mirror image if it has one: white
// space and signs in text from right to left. `isRightToLeft` is true if the document says that it is.
std::vector<bool> mirroredSigns(const std::vector<uint32_t> &line, bool isRightToLeft);

// The mirror image of a bracket, quotation mark or common relation; any other character itself.
uint32_t mirrorImage(uint32_t scalar);

}  // namespace pdfium
