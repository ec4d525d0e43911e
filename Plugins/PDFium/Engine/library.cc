// SPDX-License-Identifier: Apache-2.0

#include "library.h"

#include <dlfcn.h>

namespace pdfium {

namespace {

std::string loadFunctions(void *handle, const std::string &path, Library &library) {
  bool isAnyThere = false;
  const char *missing = nullptr;
#define PDFIUM_LOAD(result, name, parameters)                                  \
  library.name = reinterpret_cast<result(*) parameters>(dlsym(handle, #name)); \
  if (library.name) isAnyThere = true;                                         \
  if (!library.name && !missing) missing = #name;
  PDFIUM_FUNCTIONS(PDFIUM_LOAD)
#undef PDFIUM_LOAD
  if (!isAnyThere) return path + " is not PDFium: it has none of its functions";
  if (missing) {
    return path + " is a PDFium of another version, without " + missing +
           ": install a newer one, as `pip install pypdfium2` does";
  }
  return "";
}

}  // namespace

const Library *loadLibrary(const std::string &path, std::string &complaint) {
  static Library library;
  static bool isLoaded = false;
  if (isLoaded) return &library;
  // PDFium carries a FreeType of its own and exports its names: with the deep binding it finds
  // these before those of the FreeType that the program has.
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!handle) {
    const char *reason = dlerror();
    complaint = std::string("PDFium cannot be loaded: ") + (reason ? reason : path.c_str());
    return nullptr;
  }
  complaint = loadFunctions(handle, path, library);
  if (!complaint.empty()) {
    dlclose(handle);
    return nullptr;
  }
  library.FPDF_InitLibrary();
  isLoaded = true;
  return &library;
}

}  // namespace pdfium
