// SPDX-License-Identifier: Apache-2.0

#include "json.h"

#include <charconv>
#include <cmath>

#include "texts.h"

namespace pdfium {

namespace {

constexpr int stepsInUnit = 100000;

// The nearest whole number of steps, halves away from zero; 0 for a value from 1e9 on.
long long stepsOf(double value) {
  if (!(std::fabs(value) < 1e9)) return 0;
  double scaled = value * stepsInUnit;
  auto whole = static_cast<long long>(scaled);
  double rest = scaled - static_cast<double>(whole);
  return whole + (rest >= 0.5) - (rest <= -0.5);
}

}  // namespace

double rounded(double value) { return static_cast<double>(stepsOf(value)) / stepsInUnit; }

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
  // The shortest form of a double takes several times as long to find.
  long long steps = stepsOf(value);
  if (steps < 0) out += '-';
  auto rest = static_cast<unsigned long long>(steps < 0 ? -steps : steps);
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, rest / stepsInUnit).ptr);
  unsigned fraction = rest % stepsInUnit;
  if (fraction == 0) return;
  out += '.';
  for (unsigned place = stepsInUnit / 10; fraction > 0; fraction %= place, place /= 10)
    out += static_cast<char>('0' + fraction / place);
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
