// SPDX-License-Identifier: Apache-2.0

#include "texts.h"

#include <cstdio>
#include <ctime>

namespace pdfium {

size_t utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  auto byte = [&](size_t index) { return static_cast<unsigned char>(text[index]); };
  size_t length = byte(0) < 0x80 ? 1 : byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (length == 1) return 1;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (size_t index = 1; index < length; index++) {
    if ((byte(index) & 0xC0) != 0x80) return 0;
  }
  uint32_t scalar = byte(0) & (0x7F >> length);
  for (size_t index = 1; index < length; index++) scalar = scalar << 6 | (byte(index) & 0x3F);
  bool isShortest = length == 2 || scalar >= (length == 3 ? 0x800u : 0x10000u);
  return isShortest && scalar <= 0x10FFFF && (scalar < 0xD800 || scalar > 0xDFFF) ? length : 0;
}

void appendUtf8(std::string &text, uint32_t scalar) {
  if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) scalar = 0xFFFD;
  if (scalar < 0x80) {
    text += static_cast<char>(scalar);
  } else if (scalar < 0x800) {
    text += static_cast<char>(0xC0 | scalar >> 6);
    text += static_cast<char>(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    text += static_cast<char>(0xE0 | scalar >> 12);
    text += static_cast<char>(0x80 | (scalar >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (scalar & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | scalar >> 18);
    text += static_cast<char>(0x80 | (scalar >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (scalar >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (scalar & 0x3F));
  }
}

std::string fromUtf16(const uint16_t *units, size_t count) {
  std::string text;
  for (size_t index = 0; index < count && units[index]; index++) {
    uint32_t scalar = units[index];
    bool isPair =
        (scalar & 0xFC00) == 0xD800 && index + 1 < count && (units[index + 1] & 0xFC00) == 0xDC00;
    if (isPair) scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (units[++index] & 0x3FF);
    appendUtf8(text, scalar);
  }
  return text;
}

std::string timestamp(const std::string &date) {
  const char *start = date.c_str() + (date.compare(0, 2, "D:") == 0 ? 2 : 0);
  std::tm parts = {};
  parts.tm_mon = 1;
  parts.tm_mday = 1;
  int read = std::sscanf(start, "%4d%2d%2d%2d%2d%2d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                         &parts.tm_hour, &parts.tm_min, &parts.tm_sec);
  if (read < 1 || parts.tm_year < 1 || parts.tm_mon < 1 || parts.tm_mon > 12 || parts.tm_mday < 1 ||
      parts.tm_mday > 31) {
    return "";
  }
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  std::time_t time = timegm(&parts);
  char sign = 0;
  int hours = 0, minutes = 0;
  std::string rest = std::string(start).size() > 14 ? std::string(start).substr(14) : "";
  if (std::sscanf(rest.c_str(), "%c%2d'%2d", &sign, &hours, &minutes) >= 2 && hours <= 23 &&
      minutes <= 59) {
    int seconds = (hours * 60 + minutes) * 60;
    time += sign == '+' ? -seconds : sign == '-' ? seconds : 0;
  }
  char text[32];
  if (!gmtime_r(&time, &parts) || !std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
    return "";
  return text;
}

}  // namespace pdfium
