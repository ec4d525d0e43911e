// SPDX-License-Identifier: Apache-2.0

#include "annotation.h"
#include "capabilities.h"
#include "targets.h"

namespace pdfium {

namespace {

// A link is active in its whole rectangle, as Recto's links of PDFs are.
bool findArea(const Page &page, FPDF_LINK link, Box &box) {
  FS_RECTF area = {};
  if (!page.library.FPDFLink_GetAnnotRect(link, &area)) return false;
  box = page.geometry.box(area.left, area.bottom, area.right, area.top);
  return !box.isEmpty();
}

bool namesDestination(const Page &page, FPDF_LINK link) {
  Annotation annotation(page, link);
  return annotation.handle && page.library.FPDFAnnot_HasKey(annotation.handle, "Dest");
}

void writeQuad(const Box &box, Json &json) {
  json.numbers(nullptr, {box.left, box.top, box.right, box.top, box.right, box.bottom, box.left,
                         box.bottom});
}

}  // namespace

void writeLinks(Document &document, Page &page, Json &json) {
  const Library &library = document.library;
  json.open(nullptr, '[');
  int position = 0;
  FPDF_LINK link = nullptr;
  while (library.FPDFLink_Enumerate(page.handle, &position, &link)) {
    FPDF_ACTION action = library.FPDFLink_GetAction(link);
    Target target = findTarget(document, library.FPDFLink_GetDest(document.handle, link), action);
    if (target.kind == Target::none && !action && namesDestination(page, link))
      target = Target::lostName();
    if (target.kind == Target::none) continue;
    json.open(nullptr, '{');
    json.open("quads", '[');
    Box box;
    if (findArea(page, link, box)) writeQuad(box, json);
    json.close(']');
    json.open("target", '{');
    target.write(json);
    json.close('}');
    json.close('}');
  }
  json.close(']');
}

}  // namespace pdfium
