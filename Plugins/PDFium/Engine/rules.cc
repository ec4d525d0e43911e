// SPDX-License-Identifier: Apache-2.0

#include "rules.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pdfium {

namespace {

constexpr int deepest = 20;         // forms that nest
constexpr int mostRules = 20000;    // a page with more is a drawing
constexpr size_t mostPoints = 64;   // of a part of a path
constexpr double thickest = 3.5;    // points, of a line
constexpr double shortest = 3;      // points
constexpr double steepest = 1;      // points that a line may be off its axis
constexpr double wholePage = 0.9;   // of the page: a larger rectangle is its background

class RuleWriter {
public:
  RuleWriter(Page &page, Json &json) : page(page), library(page.library), json(json) {}

  void write() {
    int count = library.FPDFPage_CountObjects(page.handle);
    for (int index = 0; index < count; index++)
      visit(library.FPDFPage_GetObject(page.handle, index), {}, 0);
  }

private:
  // `toPage` leads from the object's own space to user space.
  void visit(FPDF_PAGEOBJECT object, const Matrix &toPage, int depth) {
    if (!object || depth > deepest || written >= mostRules) return;
    int type = library.FPDFPageObj_GetType(object);
    if (type != FPDF_PAGEOBJ_FORM && type != FPDF_PAGEOBJ_PATH) return;
    FS_MATRIX own = {1, 0, 0, 1, 0, 0};
    library.FPDFPageObj_GetMatrix(object, &own);
    Matrix inner = fromPdfium(own).then(toPage);
    if (type == FPDF_PAGEOBJ_PATH) return write(object, inner);
    int count = library.FPDFFormObj_CountObjects(object);
    for (int index = 0; index < count; index++) {
      auto place = static_cast<unsigned long>(index);
      visit(library.FPDFFormObj_GetObject(object, place), inner, depth + 1);
    }
  }

  void write(FPDF_PAGEOBJECT path, const Matrix &toPage) {
    int fill = FPDF_FILLMODE_NONE, isStroked = 0;
    if (!library.FPDFPath_GetDrawMode(path, &fill, &isStroked)) return;
    bool isDrawn = isStroked && isThin(path, toPage);
    bool isFilled = fill != FPDF_FILLMODE_NONE && isColored(path);
    if (!isDrawn && !isFilled) return;
    std::vector<Point> part;
    bool isStraight = true;
    auto end = [&] {
      if (isStraight && part.size() > 1 && part.size() <= mostPoints) {
        if (isDrawn) writeStroke(part);
        if (isFilled) writeFill(part);
      }
      part.clear();
      isStraight = true;
    };
    int count = library.FPDFPath_CountSegments(path);
    for (int index = 0; index < count && written < mostRules; index++) {
      FPDF_PATHSEGMENT segment = library.FPDFPath_GetPathSegment(path, index);
      float x = 0, y = 0;
      if (!segment || !library.FPDFPathSegment_GetPoint(segment, &x, &y)) continue;
      int type = library.FPDFPathSegment_GetType(segment);
      if (type == FPDF_SEGMENT_MOVETO) end();
      if (type == FPDF_SEGMENT_BEZIERTO) isStraight = false;
      Point place = toPage.apply({x, y});
      if (part.size() <= mostPoints) part.push_back(page.geometry.toPage(place.x, place.y));
      const Point &start = part.front(), &last = part.back();
      bool isOpen = start.x != last.x || start.y != last.y;
      if (isOpen && library.FPDFPathSegment_GetClose(segment)) part.push_back(Point(start));
    }
    end();
  }

  bool isThin(FPDF_PAGEOBJECT path, const Matrix &toPage) const {
    float width = 0;
    library.FPDFPageObj_GetStrokeWidth(path, &width);
    return width * std::sqrt(std::fabs(toPage.xx * toPage.yy - toPage.xy * toPage.yx)) <= thickest;
  }

  // White fills are invisible.
  bool isColored(FPDF_PAGEOBJECT path) const {
    unsigned red = 0, green = 0, blue = 0, alpha = 255;
    library.FPDFPageObj_GetFillColor(path, &red, &green, &blue, &alpha);
    return alpha > 0 && std::min({red, green, blue}) < 253;
  }

  void writeStroke(const std::vector<Point> &part) {
    for (size_t i = 1; i < part.size(); i++) {
      double width = std::fabs(part[i].x - part[i - 1].x);
      double height = std::fabs(part[i].y - part[i - 1].y);
      double x = (part[i].x + part[i - 1].x) / 2, y = (part[i].y + part[i - 1].y) / 2;
      if (height <= steepest && width >= shortest) add(x - width / 2, y, x + width / 2, y);
      else if (width <= steepest && height >= shortest) add(x, y - height / 2, x, y + height / 2);
    }
  }

  // A thin rectangle as a line, another one by its edges.
  void writeFill(const std::vector<Point> &part) {
    if (part.size() < 4 || part.size() > 5) return;
    Box box = {part[0].x, part[0].y, part[0].x, part[0].y};
    for (const Point &point : part) box = box.united({point.x, point.y, point.x, point.y});
    for (const Point &point : part) {
      bool isAtSide = std::min(point.x - box.left, box.right - point.x) <= 0.1;
      if (!isAtSide || std::min(point.y - box.top, box.bottom - point.y) > 0.1) return;
    }
    double width = box.right - box.left, height = box.bottom - box.top;
    double x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    if (height <= thickest && width > height) return add(box.left, y, box.right, y);
    if (width <= thickest && height > width) return add(x, box.top, x, box.bottom);
    double widest = wholePage * page.geometry.width, highest = wholePage * page.geometry.height;
    if (width > widest && height > highest) return;
    add(box.left, box.top, box.right, box.top);
    add(box.left, box.bottom, box.right, box.bottom);
    add(box.left, box.top, box.left, box.bottom);
    add(box.right, box.top, box.right, box.bottom);
  }

  // The part of a line on the page.
  void add(double x1, double y1, double x2, double y2) {
    double left = std::max(x1, 0.0), right = std::min(x2, page.geometry.width);
    double top = std::max(y1, 0.0), bottom = std::min(y2, page.geometry.height);
    if (!(right >= left && bottom >= top) || written >= mostRules) return;
    if (right - left + bottom - top < shortest) return;
    json.numbers(nullptr, {left, top, right, bottom});
    written++;
  }

  Page &page;
  const Library &library;
  Json &json;
  int written = 0;
};

}  // namespace

void writeRules(Page &page, Json &json) { RuleWriter(page, json).write(); }

}  // namespace pdfium
