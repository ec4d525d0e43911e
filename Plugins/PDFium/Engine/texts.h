// SPDX-License-Identifier: Apache-2.0
//
// Texts as PDFium gives them, as UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdfium {

// The bytes of the UTF-8 character at the beginning of `text`; 0 where there is none.
size_t utf8Length(std::string_view text);

void appendUtf8(std::string &text, uint32_t scalar);

// Lone halves of pairs become U+FFFD.
std::string fromUtf16(const uint16_t *units, size_t count);

// A longer text is not one for readers, and counts as empty.
constexpr unsigned long longestText = 1 << 20;

// The text from `get(buffer, length)`, which writes UTF-16LE with a terminating zero and returns its length in bytes.
template <typename Get>
std::string text16(Get get) {
  unsigned long length = get(nullptr, 0UL);
  if (length < 2 || length > longestText) return "";
  std::vector<uint16_t> units(length / 2);
  get(units.data(), length);
  return fromUtf16(units.data(), units.size());
}

// The same of bytes.
template <typename Get>
std::string text8(Get get) {
  unsigned long length = get(nullptr, 0UL);
  if (length < 2 || length > longestText) return "";
  std::string text(length, '\0');
  get(text.data(), length);
  text.resize(text.find('\0') == std::string::npos ? length : text.find('\0'));
  return text;
}

// ISO 8601 in UTC of a PDF date (ISO 32000-2, 7.9.4); empty if it is not a date.
std::string timestamp(const std::string &date);

}  // namespace pdfium
