// SPDX-License-Identifier: Apache-2.0
//
// An open document and its pages: the publication that `open` returns.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "geometry.h"
#include "library.h"

namespace pdfium {

// The error that ends a call instead of an answer.
struct Failure {
  int32_t status;
  std::string sentence;
};

// A page whose content PDFium has read.
class Page {
public:
  // Throws `Failure`.
  Page(const Library &library, FPDF_DOCUMENT document, int index);
  ~Page();
  Page(const Page &) = delete;
  Page &operator=(const Page &) = delete;

  // PDFium's characters of it, read when they are asked for first; null where there are none.
  FPDF_TEXTPAGE text();

  const Library &library;
  const int index;
  FPDF_PAGE handle;
  Geometry geometry;
  // True once PDFium's view of the form has read its fields.
  bool isInForm = false;
  // The characters that are lent to the host.
  std::vector<recto_character> characters;
  std::vector<recto_character_run> runs;

private:
  FPDF_TEXTPAGE textHandle = nullptr;
};

class Document {
public:
  // Borrows the source's bytes. Throws `Failure`.
  Document(const Library &library, const recto_source &source);
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  // The page, which stays until another one is asked for: one is often wanted in parts. Throws
  // `Failure`.
  Page &page(int index);
  // The geometry of a page that others speak of. Throws `Failure`.
  const Geometry &geometry(int index);
  // The number of pages whose geometry is known, each of which had to be read.
  size_t measuredPages() const { return geometries.size(); }
  // True if the document states that it is read from right to left.
  bool isRightToLeft() const;
  // PDFium's view of the form, made when it is asked for first, with the fields of the current page; null where
  // the document has none.
  FPDF_FORMHANDLE form();

  const Library &library;
  FPDF_DOCUMENT handle = nullptr;
  int pageCount = 0;

private:
  void closePage();

  std::unique_ptr<Page> current;
  std::map<int, Geometry> geometries;
  FPDF_FORMFILLINFO formInfo = {};
  FPDF_FORMHANDLE formHandle = nullptr;
};

}  // namespace pdfium
