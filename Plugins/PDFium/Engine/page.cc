// SPDX-License-Identifier: Apache-2.0

#include "capabilities.h"
#include "texts.h"

namespace pdfium {

namespace {

using GetBox = int (*)(FPDF_PAGE, float *, float *, float *, float *);

// Writes a box that the page states itself. PDFium does not report inherited boxes, which are left out.
void writeBox(const Page &page, Json &json, const char *name, GetBox get) {
  float left, bottom, right, top;
  if (!get(page.handle, &left, &bottom, &right, &top)) return;
  Box box = page.geometry.box(left, bottom, right, top);
  if (!box.isEmpty()) box.write(json, name);
}

}  // namespace

void writePage(Document &document, Page &page, Json &json) {
  const Library &library = document.library;
  json.open(nullptr, '{');
  json.integer("index", page.index);
  json.optional("label", text16([&](void *buffer, unsigned long length) {
                  return library.FPDF_GetPageLabel(document.handle, page.index, buffer, length);
                }));
  json.integer("rotation", page.geometry.quarters * 90);
  json.open("boxes", '{');
  json.numbers("crop", {0, 0, page.geometry.width, page.geometry.height});
  writeBox(page, json, "media", library.FPDFPage_GetMediaBox);
  writeBox(page, json, "bleed", library.FPDFPage_GetBleedBox);
  writeBox(page, json, "trim", library.FPDFPage_GetTrimBox);
  writeBox(page, json, "art", library.FPDFPage_GetArtBox);
  json.close('}');
  json.close('}');
}

}  // namespace pdfium
