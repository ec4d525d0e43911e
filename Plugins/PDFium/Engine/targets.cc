// SPDX-License-Identifier: Apache-2.0

#include "targets.h"

#include <algorithm>

#include "texts.h"

namespace pdfium {

namespace {

// A place on a page is in the page's own coordinates, and to know those PDFium reads all of the
// page: of more pages only the number is said.
constexpr size_t mostMeasuredPages = 200;

// The place that a destination names, in user space. False where it names none.
bool findPlace(const Library &library, FPDF_DEST destination, double &x, double &y) {
  unsigned long count = 0;
  float numbers[4] = {};
  unsigned long view = library.FPDFDest_GetView(destination, &count, numbers);
  if (view == PDFDEST_VIEW_XYZ) {
    int hasX = 0, hasY = 0, hasZoom = 0;
    float left = 0, top = 0, zoom = 0;
    if (!library.FPDFDest_GetLocationInPage(destination, &hasX, &hasY, &hasZoom, &left, &top,
                                            &zoom) ||
        !hasY) {
      return false;
    }
    x = hasX ? left : 0;
    y = top;
    return true;
  }
  if ((view == PDFDEST_VIEW_FITH || view == PDFDEST_VIEW_FITBH) && count >= 1) {
    x = 0;
    y = numbers[0];
    return true;
  }
  if (view == PDFDEST_VIEW_FITR && count >= 4) {
    x = numbers[0];
    y = numbers[3];
    return true;
  }
  return false;
}

Target pageTarget(Document &document, FPDF_DEST destination) {
  Target target;
  target.index = document.library.FPDFDest_GetDestPageIndex(document.handle, destination);
  if (target.index < 0 || target.index >= document.pageCount) {
    target.kind = Target::broken;
    target.text = "a page that does not exist";
    return target;
  }
  target.kind = Target::page;
  double x, y;
  if (document.measuredPages() < mostMeasuredPages &&
      findPlace(document.library, destination, x, y)) {
    try {
      Point point = document.geometry(target.index).toPage(x, y);
      target.hasPoint = true;
      target.point = {std::max(0.0, point.x), std::max(0.0, point.y)};
    } catch (const Failure &) {
      // A page that cannot be read can be led to all the same.
    }
  }
  return target;
}

std::string filePath(const Library &library, FPDF_ACTION action) {
  return text8([&](void *buffer, unsigned long length) {
    return library.FPDFAction_GetFilePath(action, buffer, length);
  });
}

}  // namespace

Target findTarget(Document &document, FPDF_DEST destination, FPDF_ACTION action) {
  const Library &library = document.library;
  unsigned long type = action ? library.FPDFAction_GetType(action) : PDFACTION_UNSUPPORTED;
  // PDFium gives the place in another file as one in this file.
  if (destination && type != PDFACTION_REMOTEGOTO) return pageTarget(document, destination);
  Target target;
  switch (type) {
    case PDFACTION_GOTO:
      if (FPDF_DEST found = library.FPDFAction_GetDest(document.handle, action))
        return pageTarget(document, found);
      target = Target::lostName();
      break;
    case PDFACTION_URI:
      target.text = text8([&](void *buffer, unsigned long length) {
        return library.FPDFAction_GetURIPath(document.handle, action, buffer, length);
      });
      if (!target.text.empty()) target.kind = Target::url;
      break;
    case PDFACTION_REMOTEGOTO:
    case PDFACTION_LAUNCH:
      target.text = filePath(library, action);
      target.kind = Target::file;
      if (target.text.empty()) {
        target.kind = Target::broken;
        target.text = "a file without a name";
      }
      break;
    default: break;
  }
  return target;
}

void Target::write(Json &json) const {
  switch (kind) {
    case none: break;
    case page:
      json.integer("page", index);
      if (hasPoint) json.numbers("point", {point.x, point.y});
      break;
    case url: json.text("url", text); break;
    case file: json.text("file", text); break;
    case broken: json.text("broken", text); break;
  }
}

}  // namespace pdfium
