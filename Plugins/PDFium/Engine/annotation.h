// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document.h"
#include "texts.h"

namespace pdfium {

// Owns PDFium's handle of one annotation of a page.
class Annotation {
public:
  Annotation(const Page &page, int index)
      : page(page), handle(page.library.FPDFPage_GetAnnot(page.handle, index)) {}
  Annotation(const Page &page, FPDF_LINK link)
      : page(page), handle(page.library.FPDFLink_GetAnnot(page.handle, link)) {}
  ~Annotation() {
    if (handle) page.library.FPDFPage_CloseAnnot(handle);
  }
  Annotation(const Annotation &) = delete;
  Annotation &operator=(const Annotation &) = delete;

  bool box(Box &box) const {
    FS_RECTF area = {};
    if (!page.library.FPDFAnnot_GetRect(handle, &area)) return false;
    box = page.geometry.box(area.left, area.bottom, area.right, area.top);
    return true;
  }

  std::string string(const char *key) const {
    return text16([&](uint16_t *buffer, unsigned long length) {
      return page.library.FPDFAnnot_GetStringValue(handle, key, buffer, length);
    });
  }

  const Page &page;
  const FPDF_ANNOTATION handle;
};

}  // namespace pdfium
