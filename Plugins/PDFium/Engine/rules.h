// SPDX-License-Identifier: Apache-2.0
//
// The straight lines that a page draws along its axes, such as those between the cells of a table.
#pragma once

#include "document.h"

namespace pdfium {

// Adds each to an array as [x1, y1, x2, y2], in page points. Clips are not known.
void writeRules(Page &page, Json &json);

}  // namespace pdfium
