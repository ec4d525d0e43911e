// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON (RFC 8259) as it goes along. Each value has the name of the member that it is, or
// null inside an array.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <recto_plugin.h>

namespace pdfium {

// A number rounded to hundred-thousandths, which are finer than PDFium's own; 0 from 1e9 on.
double rounded(double value);

class Json {
public:
  // `bracket` is '{' or '[', and '}' or ']' closes the value opened last.
  void open(const char *name, char bracket);
  void close(char bracket);

  // Bytes that are not UTF-8 become U+FFFD.
  void text(const char *name, std::string_view text);
  // Left out where it is empty.
  void optional(const char *name, std::string_view text);
  void number(const char *name, double value);
  void numbers(const char *name, std::initializer_list<double> values);
  void integer(const char *name, long long value);
  void flag(const char *name, bool value);

  // Hands all of it to the host.
  void send(recto_sink *sink) const { sink->append(sink->context, out.data(), out.size()); }

private:
  void begin(const char *name);

  std::string out;
  bool needsComma = false;
};

}  // namespace pdfium
