// SPDX-License-Identifier: Apache-2.0
//
// Only a loaded library has this, not a program with the plugin built in.

#include <cstdlib>

#include "pdfium_plugin.h"

extern "C" __attribute__((visibility("default"))) const recto_plugin *recto_plugin_entry(uint32_t) {
  const char *library = std::getenv("RECTO_PDFIUM");
  return pdfium_plugin(library && *library ? library : "libpdfium.so");
}
