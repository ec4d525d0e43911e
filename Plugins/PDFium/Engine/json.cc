// SPDX-License-Identifier: Apache-2.0

#include "json.h"

#include <charconv>
#include <cmath>

#include "texts.h"

namespace pdfium {

void Json::begin(const char *name) {
  if (needsComma) out += ',';
  needsComma = true;
  if (!name) return;
  out += '"';
  out += name;
  out += "\":";
}

void Json::open(const char *name, char bracket) {
  begin(name);
  out += bracket;
  needsComma = false;
}

void Json::close(char bracket) {
  out += bracket;
  needsComma = true;
}

void Json::text(const char *name, std::string_view text) {
  static const char digits[] = "0123456789abcdef";
  begin(name);
  out += '"';
  for (size_t place = 0; place < text.size();) {
    auto byte = static_cast<unsigned char>(text[place]);
    if (size_t length = utf8Length(text.substr(place)); length > 1) {
      out += text.substr(place, length);
      place += length;
      continue;
    }
    place++;
    if (byte >= 0x80) {
      out += "\xEF\xBF\xBD";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      if (byte == '"' || byte == '\\') out += '\\';
      out += static_cast<char>(byte);
    }
  }
  out += '"';
}

void Json::optional(const char *name, std::string_view text) {
  if (!text.empty()) this->text(name, text);
}

void Json::number(const char *name, double value) {
  begin(name);
  if (!(std::fabs(value) < 1e9)) value = 0;
  char digits[32];
  // A hundred-thousandth of a point is finer than PDFium's own numbers.
  auto end = std::to_chars(digits, digits + sizeof digits, std::round(value * 1e5) / 1e5);
  out.append(digits, end.ptr);
}

void Json::numbers(const char *name, std::initializer_list<double> values) {
  open(name, '[');
  for (double value : values) number(nullptr, value);
  close(']');
}

void Json::integer(const char *name, long long value) {
  begin(name);
  out += std::to_string(value);
}

void Json::flag(const char *name, bool value) {
  begin(name);
  out += value ? "true" : "false";
}

}  // namespace pdfium
