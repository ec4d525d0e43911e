// SPDX-License-Identifier: Apache-2.0
//
// PDFium's shared library, loaded once a process.
#pragma once

#include <string>

#include "functions.h"

namespace pdfium {

struct Library {
#define PDFIUM_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  PDFIUM_FUNCTIONS(PDFIUM_MEMBER)
#undef PDFIUM_MEMBER
};

// The library, from `path` where it is not loaded yet. Null, and a sentence in `complaint`, where
// it cannot be loaded, is not PDFium, or lacks a function.
const Library *loadLibrary(const std::string &path, std::string &complaint);

}  // namespace pdfium
