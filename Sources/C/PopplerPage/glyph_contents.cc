#include "glyph_contents.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>
#include <vector>

#include <Stream.h>

#include "Versions.h"

namespace recto {

namespace {

constexpr size_t mostBytes = 1 << 18;

bool isSpace(char byte) { return byte == 0 || (byte && strchr(" \t\r\n\f", byte)); }
bool isDelimiter(char byte) { return byte && strchr("()<>[]{}/%", byte); }

// Walks over the operators of a drawing.
class Operators {
public:
  explicit Operators(std::string_view content) : content(content) {}

  // The place of the next operator or number; empty at the end.
  std::string_view next() {
    while (at < content.size()) {
      char byte = content[at];
      if (byte == '%') skipTo(content.find_first_of("\r\n", at));
      else if (byte == '(') skipString();
      else if (byte == '<' && content.substr(at, 2) != "<<") skipTo(content.find('>', at));
      else if (byte == '/') at++, token();
      else if (isSpace(byte) || isDelimiter(byte)) at++;
      else return token();
    }
    return {};
  }

  // Goes on behind the data of an inline picture, after its `ID`.
  void skipPicture() {
    while (at < content.size()) {
      size_t end = content.find("EI", at + 1);
      skipTo(end);
      if (end == std::string_view::npos) return;
      at = end + 2;
      if (isSpace(content[end - 1]) && (at >= content.size() || isSpace(content[at]))) return;
    }
  }

private:
  std::string_view token() {
    size_t start = at;
    while (at < content.size() && !isSpace(content[at]) && !isDelimiter(content[at])) at++;
    return content.substr(start, at - start);
  }

  void skipTo(size_t place) { at = std::min(place, content.size()); }

  void skipString() {
    for (int depth = 0; at < content.size(); at++) {
      if (content[at] == '\\') at++;
      else if (content[at] == '(') depth++;
      else if (content[at] == ')' && --depth == 0) break;
    }
    skipTo(at + 1);
  }

  std::string_view content;
  size_t at = 0;
};

bool setsColor(std::string_view name) {
  constexpr std::string_view names[] = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool isOperator(std::string_view token) { return !token.empty() && std::isalpha(static_cast<unsigned char>(token[0])); }

} // namespace

GlyphContent GlyphContent::of(Object &glyph) {
  GlyphContent result;
  if (!glyph.isStream() || !rewind(glyph.getStream())) return result;
  for (int byte; result.bytes.size() <= mostBytes && (byte = glyph.getStream()->getChar()) != EOF;)
    result.bytes += static_cast<char>(byte);
  glyph.streamClose();
  if (result.bytes.size() > mostBytes) return {};
  Operators operators(result.bytes);
  bool isFirst = true;
  std::vector<double> numbers;
  for (std::string_view name = operators.next(); !name.empty(); name = operators.next()) {
    if (!isOperator(name)) {
      if (isFirst) numbers.push_back(strtod(std::string(name).c_str(), nullptr));
      continue;
    }
    if (isFirst) result.isShape = name == "d1";
    // The last four operands are the box (ISO 32000-2, Table 111).
    if (isFirst && result.isShape && numbers.size() >= 4) {
      const double *box = numbers.data() + numbers.size() - 4;
      result.side = std::max(std::fabs(box[2] - box[0]), std::fabs(box[3] - box[1]));
    }
    isFirst = false;
    if (name == "ID") operators.skipPicture();
    if (name == "gs") result.setsGraphicsState = true;
  }
  return result;
}

std::string GlyphContent::withoutColors() const {
  std::string result;
  size_t copied = 0;
  Operators operators(bytes);
  for (std::string_view name = operators.next(); !name.empty(); name = operators.next()) {
    if (name == "ID") operators.skipPicture();
    if (!setsColor(name)) continue;
    size_t place = static_cast<size_t>(name.data() - bytes.data());
    result.append(bytes, copied, place - copied);
    // It takes no operands, so that those before it are dropped, and does nothing.
    result += "EX";
    copied = place + name.size();
  }
  return result.append(bytes, copied);
}

}  // namespace recto
