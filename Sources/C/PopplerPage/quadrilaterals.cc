// Interposes Poppler's constructor of the quadrilaterals of an annotation, to read them in any order of corners.
//
// The standard has the corners counterclockwise from the lower left (ISO 32000-2, 12.5.6.10). Nearly all writers
// have the upper left, upper right, lower left and lower right, and Poppler draws no other order.

#include <dlfcn.h>

#include <array>

#include <Annot.h>
#include <Array.h>
#include <Object.h>

namespace {

constexpr int numbers = 8; // of a quadrilateral

struct Corner {
  double x, y;
};

double dot(Corner a, Corner b) { return a.x * b.x + a.y * b.y; }
double cross(Corner a, Corner b) { return a.x * b.y - a.y * b.x; }
Corner operator-(Corner a, Corner b) { return {a.x - b.x, a.y - b.y}; }

// The corners in the order that Poppler reads.
std::array<int, 4> orderOf(const std::array<Corner, 4> &corners) {
  const Corner along = corners[1] - corners[0], across = corners[2] - corners[1];
  // Around the edge, the third side runs against the first.
  if (dot(along, corners[3] - corners[2]) < 0) {
    // The text stands on the first side, or hangs from it where the corners go clockwise.
    if (cross(along, across) > 0) return {3, 2, 0, 1};
    return {0, 1, 3, 2};
  }
  // Line by line, from the top or from the bottom.
  if (cross(along, corners[0] - corners[2]) < 0) return {2, 3, 0, 1};
  return {0, 1, 2, 3};
}

// Null for an array that does not consist of eight numbers for each quadrilateral.
Object inOrder(Array *array) {
  int length = array->getLength();
  if (!length || length % numbers) return {};
  for (int i = 0; i < length; i++)
    if (!array->get(i).isNum()) return {};
  auto *result = new Array(nullptr);
  for (int start = 0; start < length; start += numbers) {
    std::array<Corner, 4> corners;
    for (int i = 0; i < 4; i++)
      corners[static_cast<size_t>(i)] = {array->get(start + 2 * i).getNum(), array->get(start + 2 * i + 1).getNum()};
    for (int index : orderOf(corners)) {
      result->add(Object(corners[static_cast<size_t>(index)].x));
      result->add(Object(corners[static_cast<size_t>(index)].y));
    }
  }
  return Object(result);
}

} // namespace

#define RECTO_SYMBOL "_ZN19AnnotQuadrilateralsC1EP5ArrayP12PDFRectangle"

extern "C" __attribute__((visibility("default"))) void recto_quadrilaterals_construct(
    AnnotQuadrilaterals *, Array *, PDFRectangle *) __asm__(RECTO_SYMBOL);

void recto_quadrilaterals_construct(AnnotQuadrilaterals *self, Array *array, PDFRectangle *box) {
  using Construct = void (*)(AnnotQuadrilaterals *, Array *, PDFRectangle *);
  static const auto original = reinterpret_cast<Construct>(dlsym(RTLD_NEXT, RECTO_SYMBOL));
  Object ordered = inOrder(array);
  original(self, ordered.isArray() ? ordered.getArray() : array, box);
}
