// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <vector>

#include "annotation.h"
#include "capabilities.h"
#include "targets.h"

namespace pdfium {

namespace {

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

// The corners of a line of text: top left, top right, bottom right, bottom left.
using Quad = std::array<Point, 4>;

// The standard has the corners around the edge (ISO 32000-2, 12.5.6.10), nearly all writers line by
// line. Here y runs down.
Quad inOrder(const Quad &corners) {
  const auto [a, b, c, d] = corners;
  const Point along = {b.x - a.x, b.y - a.y}, across = {c.x - b.x, c.y - b.y};
  if (along.x * (d.x - c.x) + along.y * (d.y - c.y) < 0) {
    // The text stands on the first side, or hangs from it where the corners go clockwise.
    if (along.x * across.y - along.y * across.x < 0) return {d, c, b, a};
    return {a, b, c, d};
  }
  if (along.x * (a.y - c.y) - along.y * (a.x - c.x) > 0) return {c, d, b, a};
  return {a, b, d, c};
}

// A point beyond the rectangle is allowed, since writers round.
bool lies(const Quad &quad, const Box &area) {
  const auto [left, right] = std::minmax({quad[0].x, quad[1].x, quad[2].x, quad[3].x});
  const auto [top, bottom] = std::minmax({quad[0].y, quad[1].y, quad[2].y, quad[3].y});
  return right > left && bottom > top && left >= area.left - 1 && right <= area.right + 1 &&
         top >= area.top - 1 && bottom <= area.bottom + 1;
}

// The areas that a link states, such as one a line. None where one of them lies outside of the link's
// rectangle (ISO 32000-2, 12.5.6.5) or is empty.
std::vector<Quad> statedQuads(const Page &page, FPDF_LINK link, const Box &area) {
  std::vector<Quad> quads;
  for (int i = 0; i < page.library.FPDFLink_CountQuadPoints(link); i++) {
    FS_QUADPOINTSF stated = {};
    if (!page.library.FPDFLink_GetQuadPoints(link, i, &stated)) return {};
    const Geometry &on = page.geometry;
    const Quad quad = inOrder({on.toPage(stated.x1, stated.y1), on.toPage(stated.x2, stated.y2),
                               on.toPage(stated.x3, stated.y3), on.toPage(stated.x4, stated.y4)});
    if (!lies(quad, area)) return {};
    quads.push_back(quad);
  }
  return quads;
}

void writeQuad(const Quad &quad, Json &json) {
  json.numbers(nullptr, {quad[0].x, quad[0].y, quad[1].x, quad[1].y, quad[2].x, quad[2].y, quad[3].x,
                         quad[3].y});
}

void writeAreas(const Page &page, FPDF_LINK link, Json &json) {
  Box box;
  if (!findArea(page, link, box)) return;
  const std::vector<Quad> quads = statedQuads(page, link, box);
  for (const Quad &quad : quads) writeQuad(quad, json);
  if (quads.empty())
    writeQuad({{{box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}}}, json);
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
    writeAreas(page, link, json);
    json.close(']');
    json.open("target", '{');
    target.write(json);
    json.close('}');
    json.close('}');
  }
  json.close(']');
}

}  // namespace pdfium
