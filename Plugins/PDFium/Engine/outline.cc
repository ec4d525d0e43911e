// SPDX-License-Identifier: Apache-2.0

#include <set>

#include "capabilities.h"
#include "targets.h"
#include "texts.h"

namespace pdfium {

namespace {

// JSON of the interface nests 256 deep, two for each level.
constexpr int deepest = 100;
constexpr size_t mostEntries = 100000;

class OutlineWriter {
public:
  OutlineWriter(Document &document, Json &json)
      : document(document), library(document.library), json(json) {}

  // The entries below `parent`, null for those at the top. A file may lead in circles.
  void write(FPDF_BOOKMARK parent, int depth) {
    FPDF_BOOKMARK entry = library.FPDFBookmark_GetFirstChild(document.handle, parent);
    for (; entry && seen.size() < mostEntries && seen.insert(entry).second;
         entry = library.FPDFBookmark_GetNextSibling(document.handle, entry)) {
      json.open(nullptr, '{');
      json.text("title", text16([&](void *buffer, unsigned long length) {
                  return library.FPDFBookmark_GetTitle(entry, buffer, length);
                }));
      writeTarget(entry);
      if (depth < deepest) {
        json.open("children", '[');
        write(entry, depth + 1);
        json.close(']');
      }
      json.close('}');
    }
  }

private:
  void writeTarget(FPDF_BOOKMARK entry) {
    Target target = findTarget(document, library.FPDFBookmark_GetDest(document.handle, entry),
                               library.FPDFBookmark_GetAction(entry));
    if (target.kind == Target::none) return;
    if (target.kind == Target::page) return target.write(json);
    json.open("target", '{');
    target.write(json);
    json.close('}');
  }

  Document &document;
  const Library &library;
  Json &json;
  std::set<FPDF_BOOKMARK> seen;
};

}  // namespace

void writeOutline(Document &document, Json &json) {
  json.open(nullptr, '[');
  OutlineWriter(document, json).write(nullptr, 0);
  json.close(']');
}

}  // namespace pdfium
