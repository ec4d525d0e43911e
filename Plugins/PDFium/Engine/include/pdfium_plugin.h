// SPDX-License-Identifier: Apache-2.0
//
// PDFium as a plugin of Recto. It uses nothing of Recto but `recto_plugin.h`.
#pragma once

#include <recto_plugin.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// The plugin's table, for a program that has the plugin built in; it stays until the process ends.
// `library` is the path of PDFium's shared library, loaded when the first document is opened. A
// process has one PDFium: the path of the first call counts.
const recto_plugin *pdfium_plugin(const char *library);

// True if its publications declare the capability with this name. Loads nothing.
bool pdfium_has_capability(const char *name);

#ifdef __cplusplus
}
#endif
