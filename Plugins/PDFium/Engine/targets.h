// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document.h"

namespace pdfium {

// Where a link or an entry of the outline leads.
struct Target {
  enum Kind { none, page, url, file, broken } kind = none;
  int index = -1;
  bool hasPoint = false;
  Point point = {0, 0};
  std::string text;

  // The target of a link to a name that the document does not have.
  static Target lostName() {
    Target target;
    target.kind = broken;
    target.text = "a name that leads nowhere";
    return target;
  }

  // The members of the target itself.
  void write(Json &json) const;
};

// Either may be null.
Target findTarget(Document &document, FPDF_DEST destination, FPDF_ACTION action);

}  // namespace pdfium
