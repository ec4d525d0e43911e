// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <map>
#include <optional>

#include "capabilities.h"
#include "structure.h"

namespace pdfium {

namespace {

// The color spaces by the numbers of fpdf_edit.h, and how many samples a pixel has of those that
// are known.
struct ColorSpace {
  const char *space, *model;
  unsigned samples;
};

std::optional<ColorSpace> colorSpace(const FPDF_IMAGEOBJ_METADATA &facts) {
  static const ColorSpace spaces[] = {{"gray", "gray", 1}, {"rgb", "rgb", 3}, {"cmyk", "cmyk", 4},
                                      {"gray", "gray", 1}, {"rgb", "rgb", 3}, {"lab", "lab", 3}};
  if (facts.colorspace >= 1 && facts.colorspace <= 6) return spaces[facts.colorspace - 1];
  // The data of a profile are gray, RGB or CMYK by their components (ISO 32000-2, 8.6.5.5).
  if (facts.colorspace == 7) {
    switch (facts.bits_per_pixel) {
      case 8: return ColorSpace{"icc", "gray", 1};
      case 24: return ColorSpace{"icc", "rgb", 3};
      case 32: return ColorSpace{"icc", "cmyk", 4};
      default: return std::nullopt;
    }
  }
  if (facts.colorspace == 8) return ColorSpace{"separation", "spot", 1};
  return std::nullopt;
}

// Forms nest; deeper ones are made to break renderers.
constexpr int deepest = 20;

class ImageWriter {
public:
  ImageWriter(Document &document, Page &page, Json &json)
      : library(document.library),
        page(page),
        json(json),
        isTagged(library.FPDFCatalog_IsTagged(document.handle)) {
    if (!isTagged) return;
    visitStructure(page, [&](int mark, const Element &element) {
      alternatives.emplace(mark, element.alternative);
    });
  }

  void write() {
    int count = library.FPDFPage_CountObjects(page.handle);
    for (int index = 0; index < count; index++)
      visit(library.FPDFPage_GetObject(page.handle, index), {}, -1, 0);
  }

private:
  // `toPage` leads from the object's own space to user space, `outerMark` is of the form around it.
  void visit(FPDF_PAGEOBJECT object, const Matrix &toPage, int outerMark, int depth) {
    if (!object || depth > deepest) return;
    int mark = library.FPDFPageObj_GetMarkedContentID(object);
    if (mark < 0) mark = outerMark;
    switch (library.FPDFPageObj_GetType(object)) {
      case FPDF_PAGEOBJ_IMAGE: write(object, toPage, mark); break;
      case FPDF_PAGEOBJ_FORM: {
        FS_MATRIX own = {1, 0, 0, 1, 0, 0};
        library.FPDFPageObj_GetMatrix(object, &own);
        Matrix inner = fromPdfium(own).then(toPage);
        int count = library.FPDFFormObj_CountObjects(object);
        for (int index = 0; index < count; index++) {
          visit(library.FPDFFormObj_GetObject(object, static_cast<unsigned long>(index)), inner,
                mark, depth + 1);
        }
        break;
      }
      default: break;
    }
  }

  void write(FPDF_PAGEOBJECT image, const Matrix &toPage, int mark) {
    FS_MATRIX own = {};
    if (!library.FPDFPageObj_GetMatrix(image, &own)) return;
    // A picture is a unit square in its own space (ISO 32000-2, 8.9.5.1).
    Matrix place = fromPdfium(own).then(toPage);
    Point a = place.apply({0, 0}), b = place.apply({1, 0}), c = place.apply({0, 1}),
          d = place.apply({1, 1});
    Box box = page.geometry.box(a.x, a.y, b.x, b.y).united(page.geometry.box(c.x, c.y, d.x, d.y));
    Box paper = {0, 0, page.geometry.width, page.geometry.height};
    Box seen = {std::fmax(box.left, paper.left), std::fmax(box.top, paper.top),
                std::fmin(box.right, paper.right), std::fmin(box.bottom, paper.bottom)};
    if (seen.isEmpty()) return;
    json.open(nullptr, '{');
    seen.write(json, "box");
    json.numbers("placed", {std::hypot(place.xx, place.yx), std::hypot(place.xy, place.yy)});
    writeFacts(image);
    writeAlternative(mark);
    json.close('}');
  }

  void writeFacts(FPDF_PAGEOBJECT image) {
    FPDF_IMAGEOBJ_METADATA facts = {};
    if (!library.FPDFImageObj_GetImageMetadata(image, page.handle, &facts)) return;
    if (facts.width > 0 && facts.height > 0) {
      json.open("pixels", '[');
      json.integer(nullptr, facts.width);
      json.integer(nullptr, facts.height);
      json.close(']');
    }
    if (auto space = colorSpace(facts)) {
      unsigned bits = facts.bits_per_pixel / space->samples;
      json.open("color", '{');
      json.text("space", space->space);
      json.text("model", space->model);
      json.integer("bits", bits < 1 ? 1 : bits > 16 ? 16 : bits);
      json.close('}');
    }
    if (unsigned long bytes = library.FPDFImageObj_GetImageDataRaw(image, nullptr, 0))
      json.integer("bytes", bytes);
  }

  // PDFium does not tell if content in no element is an artifact.
  void writeAlternative(int mark) {
    auto found = alternatives.find(mark);
    if (!isTagged || found == alternatives.end()) return;
    json.open("alternative", '{');
    if (found->second.empty()) {
      json.flag("missing", true);
    } else {
      json.text("text", found->second);
    }
    json.close('}');
  }

  const Library &library;
  Page &page;
  Json &json;
  const bool isTagged;
  std::map<int, std::string> alternatives;
};

}  // namespace

void writeImages(Document &document, Page &page, Json &json) {
  json.open(nullptr, '[');
  ImageWriter(document, page, json).write();
  json.close(']');
}

}  // namespace pdfium
