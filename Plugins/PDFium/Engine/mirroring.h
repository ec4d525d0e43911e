// SPDX-License-Identifier: Apache-2.0
//
// PDFium takes a PDF's signs for their shapes, and gives brackets in text from right to left as their mirror
// images, as UAX 9 (L4) has them. PDFs state the sign itself, as their text is copied.
#pragma once

#include <cstdint>
#include <vector>

namespace pdfium {

// True for each sign of a line, in PDFium's order, that PDFium gives as its mirror image if it has one: white
// space and signs in text from right to left. `isRightToLeft` is true if the document says that it is.
std::vector<bool> mirroredSigns(const std::vector<uint32_t> &line, bool isRightToLeft);

// The mirror image of a sign; the sign itself if it has none.
uint32_t mirrorImage(uint32_t scalar);

}  // namespace pdfium
