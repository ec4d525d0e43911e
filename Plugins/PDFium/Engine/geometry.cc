// SPDX-License-Identifier: Apache-2.0

#include "geometry.h"

#include <algorithm>
#include <cmath>

namespace pdfium {

Matrix Matrix::then(const Matrix &next) const {
  Point origin = next.apply({x0, y0});
  return {next.xx * xx + next.xy * yx,
          next.yx * xx + next.yy * yx,
          next.xx * xy + next.xy * yy,
          next.yx * xy + next.yy * yy,
          origin.x,
          origin.y};
}

Matrix Matrix::inverse() const {
  double area = xx * yy - xy * yx;
  Matrix result = {yy / area, -yx / area, -xy / area, xx / area, 0, 0};
  Point origin = result.apply({x0, y0});
  result.x0 = -origin.x;
  result.y0 = -origin.y;
  return result;
}

Matrix fromPdfium(const FS_MATRIX &matrix) {
  return {matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f};
}

Box Box::united(const Box &other) const {
  return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
          std::max(bottom, other.bottom)};
}

void Box::write(Json &json, const char *name) const {
  json.numbers(name, {left, top, right - left, bottom - top});
}

Box Geometry::box(double x1, double y1, double x2, double y2) const {
  return {std::min(x1, x2) - left, top - std::max(y1, y2), std::max(x1, x2) - left,
          top - std::min(y1, y2)};
}

Matrix Geometry::shown() const {
  switch (quarters) {
    case 1: return {0, 1, -1, 0, height, 0};
    case 2: return {-1, 0, 0, -1, width, height};
    case 3: return {0, -1, 1, 0, 0, width};
    default: return {};
  }
}

}  // namespace pdfium
