// SPDX-License-Identifier: Apache-2.0

#include "document.h"

#include <cmath>
#include <string>
#include <utility>

#include "texts.h"

namespace pdfium {

namespace {

// ISO 32000-2, 7.6.4.3.3: further bytes of a password do not count. PDFium takes them all.
constexpr size_t longestPassword = 127;

Failure openFailure(const Library &library, bool hasPassword) {
  switch (library.FPDF_GetLastError()) {
    case FPDF_ERR_PASSWORD:
      return {RECTO_NEEDS_PASSWORD,
              hasPassword ? "the password does not open the PDF" : "the PDF is encrypted"};
    case FPDF_ERR_SECURITY:
      return {RECTO_UNSUPPORTED, "the PDF is encrypted in a way that PDFium does not know"};
    case FPDF_ERR_FORMAT:
      return {RECTO_DAMAGED, "the PDF is damaged and cannot be repaired: export it again"};
    default: return {RECTO_DAMAGED, "the PDF cannot be read: it is damaged"};
  }
}

Geometry measure(const Library &library, FPDF_PAGE page) {
  FS_RECTF crop = {};
  library.FPDF_GetPageBoundingBox(page, &crop);
  Geometry geometry;
  geometry.left = crop.left;
  geometry.top = crop.top;
  geometry.width = static_cast<double>(crop.right) - crop.left;
  geometry.height = static_cast<double>(crop.top) - crop.bottom;
  geometry.quarters = library.FPDFPage_GetRotation(page) & 3;
  bool hasArea = geometry.width > 0 && geometry.height > 0 && std::isfinite(geometry.width) &&
                 std::isfinite(geometry.height);
  if (!hasArea) throw Failure{RECTO_DAMAGED, "the page has no area: its crop box is empty"};
  return geometry;
}

}  // namespace

Page::Page(const Library &library, FPDF_DOCUMENT document, int index)
    : library(library), index(index) {
  handle = library.FPDF_LoadPage(document, index);
  if (!handle)
    throw Failure{RECTO_DAMAGED, "the page cannot be read: its object is missing or broken"};
  try {
    geometry = measure(library, handle);
  } catch (...) {
    library.FPDF_ClosePage(handle);
    throw;
  }
}

Page::~Page() {
  if (textHandle) library.FPDFText_ClosePage(textHandle);
  library.FPDF_ClosePage(handle);
}

FPDF_TEXTPAGE Page::text() {
  if (!textHandle) textHandle = library.FPDFText_LoadPage(handle);
  return textHandle;
}

Document::Document(const Library &library, const recto_source &source) : library(library) {
  if (!source.bytes) throw Failure{RECTO_UNSUPPORTED, "a folder is not a PDF"};
  if (source.count == 0) throw Failure{RECTO_DAMAGED, "the file is empty"};
  std::string password(source.password ? source.password : "", 0, longestPassword);
  handle = library.FPDF_LoadMemDocument64(source.bytes, source.count, source.password ? password.c_str() : nullptr);
  if (!handle) throw openFailure(library, source.password);
  pageCount = library.FPDF_GetPageCount(handle);
  if (pageCount < 1) {
    library.FPDF_CloseDocument(handle);
    throw Failure{RECTO_DAMAGED, "the PDF has no pages"};
  }
}

Document::~Document() {
  closePage();
  if (formHandle) library.FPDFDOC_ExitFormFillEnvironment(formHandle);
  library.FPDF_CloseDocument(handle);
}

Page &Document::page(int index) {
  if (index < 0 || index >= pageCount) {
    throw Failure{RECTO_NO_SUCH_PAGE, "there is no page " +
                                          std::to_string(static_cast<long long>(index) + 1) +
                                          ": the last is " + std::to_string(pageCount)};
  }
  if (!current || current->index != index) {
    closePage();
    current = std::make_unique<Page>(library, handle, index);
    geometries[index] = current->geometry;
  }
  return *current;
}

const Geometry &Document::geometry(int index) {
  auto known = geometries.find(index);
  if (known != geometries.end()) return known->second;
  // Beside the current page, which is being read.
  return geometries[index] = Page(library, handle, index).geometry;
}

// The form's view of a page does not outlive the page.
void Document::closePage() {
  if (current && current->isInForm) library.FORM_OnBeforeClosePage(current->handle, formHandle);
  current.reset();
}

bool Document::isRightToLeft() const {
  return text8([&](char *buffer, unsigned long length) {
           return library.FPDF_VIEWERREF_GetName(handle, "Direction", buffer, length);
         }) == "R2L";
}

FPDF_FORMHANDLE Document::form() {
  if (library.FPDF_GetFormType(handle) == FORMTYPE_NONE) return nullptr;
  // Builds with XFA take the second version only.
  for (int version = 2; version >= 1 && !formHandle; version--) {
    formInfo.version = version;
    formHandle = library.FPDFDOC_InitFormFillEnvironment(handle, &formInfo);
  }
  // Without it every checkbox and radio button is off.
  if (formHandle && current && !std::exchange(current->isInForm, true))
    library.FORM_OnAfterLoadPage(current->handle, formHandle);
  return formHandle;
}

}  // namespace pdfium
