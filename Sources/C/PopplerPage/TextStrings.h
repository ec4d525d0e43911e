// Text strings of PDF documents.
#pragma once

#include <string>

#include <UnicodeMapFuncs.h>

#include "Versions.h"

namespace recto {

// A text string (ISO 32000-2, 7.9.2.2: PDFDocEncoding, UTF-16 or UTF-8) in UTF-8, without its byte
// order mark and without NUL.
inline std::string utf8(const std::string &text) {
  // Poppler 22.12 does not know the UTF-8 of PDF 2.0.
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) {
    std::string result;
    for (char byte : text.substr(3)) {
      if (byte) result += byte;
    }
    return result;
  }
  std::string result;
  char bytes[8];
  for (Unicode scalar : scalarsOf(text)) {
    if (scalar) result.append(bytes, static_cast<size_t>(mapUTF8(scalar, bytes, sizeof bytes)));
  }
  return result;
}

}  // namespace recto
