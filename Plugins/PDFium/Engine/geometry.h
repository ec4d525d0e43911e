// SPDX-License-Identifier: Apache-2.0
//
// Where PDF's coordinates fall on Recto's. Default user space has its origin anywhere and y up;
// page points begin at the top left of the crop box, y down. PDFium knows no /UserUnit: a unit is a
// point.
#pragma once

#include "functions.h"
#include "json.h"

namespace pdfium {

struct Point {
  double x, y;
};

// x' = xx*x + xy*y + x0, y' = yx*x + yy*y + y0
struct Matrix {
  double xx = 1, yx = 0, xy = 0, yy = 1, x0 = 0, y0 = 0;

  Point apply(Point point) const {
    return {xx * point.x + xy * point.y + x0, yx * point.x + yy * point.y + y0};
  }
  // This one first, then `next`.
  Matrix then(const Matrix &next) const;
  // The transform of one that keeps an area.
  Matrix inverse() const;
};

Matrix fromPdfium(const FS_MATRIX &matrix);

struct Box {
  double left, top, right, bottom;  // page points, y down

  Box united(const Box &other) const;
  bool isEmpty() const { return !(right > left && bottom > top); }
  // As [x, y, width, height].
  void write(Json &json, const char *name) const;
};

struct Geometry {
  double width = 0, height = 0;  // of the crop box, before its turn
  double left = 0, top = 0;      // its corner in user space
  int quarters = 0;              // clockwise, as the page asks to be shown

  Point toPage(double x, double y) const { return {x - left, top - y}; }
  Box box(double x1, double y1, double x2, double y2) const;
  // From page points to the page as it is shown, turned, in points.
  Matrix shown() const;
};

}  // namespace pdfium
