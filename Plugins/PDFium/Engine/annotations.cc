// SPDX-License-Identifier: Apache-2.0

#include <cstdio>

#include "annotation.h"
#include "capabilities.h"

namespace pdfium {

namespace {

// The subtypes of ISO 32000-2, table 171, by PDFium's numbers; links and fields of forms have lists
// of their own.
const char *kindName(int subtype) {
  static const char *const names[] = {
      nullptr,   "text",        nullptr,     "freetext",       "line",     "square",    "circle",
      "polygon", "polyline",    "highlight", "underline",      "squiggly", "strikeout", "stamp",
      "caret",   "ink",         "popup",     "fileattachment", "sound",    "movie",     nullptr,
      "screen",  "printermark", "trapnet",   "watermark",      "3d"};
  return subtype >= 0 && subtype < static_cast<int>(sizeof names / sizeof *names) ? names[subtype]
                                                                                  : nullptr;
}

void writeColor(const Annotation &annotation, Json &json) {
  const Library &library = annotation.page.library;
  // PDFium makes one up if the page has none.
  if (!library.FPDFAnnot_HasKey(annotation.handle, "C")) return;
  unsigned red, green, blue, alpha;
  if (!library.FPDFAnnot_GetColor(annotation.handle, FPDFANNOT_COLORTYPE_Color, &red, &green, &blue,
                                  &alpha))
    return;
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
  json.text("color", text);
}

}  // namespace

void writeAnnotations(Page &page, Json &json) {
  const Library &library = page.library;
  constexpr int hiding =
      FPDF_ANNOT_FLAG_HIDDEN | FPDF_ANNOT_FLAG_NOVIEW | FPDF_ANNOT_FLAG_INVISIBLE;
  json.open(nullptr, '[');
  int count = library.FPDFPage_GetAnnotCount(page.handle);
  for (int index = 0; index < count; index++) {
    Annotation annotation(page, index);
    const char *kind =
        annotation.handle ? kindName(library.FPDFAnnot_GetSubtype(annotation.handle)) : nullptr;
    Box box;
    if (!kind || !annotation.box(box)) continue;
    json.open(nullptr, '{');
    json.text("kind", kind);
    box.write(json, "box");
    json.optional("contents", annotation.string("Contents"));
    json.optional("author", annotation.string("T"));
    writeColor(annotation, json);
    json.flag("hidden", library.FPDFAnnot_GetFlags(annotation.handle) & hiding);
    json.close('}');
  }
  json.close(']');
}

}  // namespace pdfium
