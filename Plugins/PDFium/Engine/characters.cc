// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <vector>

#include "capabilities.h"
#include "mirroring.h"
#include "rules.h"
#include "structure.h"
#include "texts.h"

namespace pdfium {

namespace {

struct Character {
  uint32_t scalar;
  Point origin;     // on the baseline, page points
  Point direction;  // of the text, of length 1
  Box box;          // from ascent to descent, as wide as its advance
  double size;
  int font, mark;
};

// In em: less is the rounding of boxes.
constexpr double leastBearing = 0.01;

bool isSpace(uint32_t scalar) {
  return scalar == 0x20 || scalar == 0xA0 || scalar == 0x3000 || scalar == 0x09;
}

// The advance of a character along its direction.
double advance(const Character &character) {
  double width = character.box.right - character.box.left,
         height = character.box.bottom - character.box.top;
  double x = std::fabs(character.direction.x), y = std::fabs(character.direction.y);
  if (y < 0.0175) return width;
  if (x < 0.0175) return height;
  // The box of a slanted character has its height in it: half an em is what a letter has.
  return 0.5 * character.size;
}

// Reads the characters of a page in drawing order, without those that PDFium marks as generated. It does not mark
// the spaces that it inserts into right-to-left text; their boxes are empty.
class Reader {
public:
  Reader(Page &page, bool isRightToLeft)
      : page(page), library(page.library), text(page.text()), isRightToLeft(isRightToLeft) {}

  void read() {
    int count = text ? library.FPDFText_CountChars(text) : 0;
    characters.reserve(static_cast<size_t>(count < 0 ? 0 : count));
    findMirrored(count);
    for (int index = 0; index < count; index++) read(index, count);
    for (size_t index = 0; index < characters.size(); index++) {
      bool isPart = (index > 0 && isSamePlace(index - 1, index)) ||
                    (index + 1 < characters.size() && isSamePlace(index, index + 1));
      if (!isPart) addBearing(characters[index]);
    }
  }

  std::vector<Character> characters;
  std::vector<std::string> fonts;

private:
  // Finds the signs that PDFium mirrors, line by line. It ends its lines with characters of its own.
  void findMirrored(int count) {
    isMirrored.reserve(static_cast<size_t>(count < 0 ? 0 : count));
    std::vector<uint32_t> line;
    for (int index = 0; index < count; index++) {
      line.push_back(library.FPDFText_GetUnicode(text, index));
      bool isEnd = (line.back() == '\r' || line.back() == '\n') &&
                   library.FPDFText_IsGenerated(text, index) == 1;
      if (!isEnd && index + 1 < count) continue;
      std::vector<bool> own = mirroredSigns(line, isRightToLeft);
      isMirrored.insert(isMirrored.end(), own.begin(), own.end());
      line.clear();
    }
  }

  void read(int &index, int count) {
    if (library.FPDFText_IsGenerated(text, index) == 1) return;
    Character character = {};
    character.scalar = scalar(index);
    if (character.scalar == 0 || character.scalar == '\r' || character.scalar == '\n') return;
    int place = index;
    if ((character.scalar & 0xFFFFFC00) == 0xD800 && index + 1 < count) {
      uint32_t low = library.FPDFText_GetUnicode(text, index + 1);
      if ((low & 0xFFFFFC00) == 0xDC00) {
        character.scalar = 0x10000 + ((character.scalar & 0x3FF) << 10) + (low & 0x3FF);
        index++;
      }
    }
    double x, y;
    if (!library.FPDFText_GetCharOrigin(text, place, &x, &y)) return;
    if (isMirrored[static_cast<size_t>(place)]) character.scalar = mirrorImage(character.scalar);
    character.origin = page.geometry.toPage(x, y);
    FPDF_PAGEOBJECT object = library.FPDFText_GetTextObject(text, place);
    if (!object || object != lastObject) {
      lastObject = object;
      hasFont = false;
      readShape(place);
    }
    character.direction = direction;
    character.size = size;
    character.box = box(place);
    if (character.box.isEmpty() && !isSpace(character.scalar)) return;
    if (!isOnPage(character)) return;
    if (!hasFont) readFont();
    character.font = font;
    character.mark = mark;
    characters.push_back(character);
  }

  // True if a character's baseline touches the crop box; others count as outside, even if a part of their ink is
  // visible.
  bool isOnPage(const Character &character) const {
    double length = advance(character);
    const Point &start = character.origin;
    Point end = {start.x + length * character.direction.x, start.y + length * character.direction.y};
    return std::fmax(start.x, end.x) >= 0 && std::fmin(start.x, end.x) <= page.geometry.width &&
           std::fmax(start.y, end.y) >= 0 && std::fmin(start.y, end.y) <= page.geometry.height;
  }

  // True for letters of one glyph, such as those of a ligature.
  bool isSamePlace(size_t first, size_t second) const {
    const Point &a = characters[first].origin, &b = characters[second].origin;
    return a.x == b.x && a.y == b.y;
  }

  // Begins the box of a glyph at its origin. Some boxes, as those of replacement text, are of the ink, which
  // begins behind it, so that letters would stand apart like words.
  static void addBearing(Character &character) {
    bool isAcross = std::fabs(character.direction.y) < 0.0175 && character.direction.x > 0;
    double bearing = character.box.left - character.origin.x;
    if (isAcross && bearing > leastBearing * character.size && bearing < character.size)
      character.box.left = character.origin.x;
  }

  uint32_t scalar(int index) const {
    // A hyphen that ends a line, for which PDFium has a sign of its own.
    if (library.FPDFText_IsHyphen(text, index) == 1) return '-';
    uint32_t scalar = library.FPDFText_GetUnicode(text, index);
    return scalar < 0x20 && scalar != 0 && scalar != '\t' && scalar != '\r' && scalar != '\n'
               ? 0xFFFD
               : scalar;
  }

  Box box(int index) const {
    FS_RECTF loose = {};
    bool hasLoose = library.FPDFText_GetLooseCharBox(text, index, &loose);
    Box box = page.geometry.box(loose.left, loose.bottom, loose.right, loose.top);
    if (hasLoose && !box.isEmpty()) return box;
    double left = 0, right = 0, bottom = 0, top = 0;
    bool hasInk = library.FPDFText_GetCharBox(text, index, &left, &right, &bottom, &top);
    Box ink = page.geometry.box(left, bottom, right, top);
    return !hasLoose || (hasInk && !ink.isEmpty()) ? ink : box;
  }

  // The direction and the size of a text object, which many characters share, of one of them.
  void readShape(int index) {
    FS_MATRIX matrix = {1, 0, 0, 1, 0, 0};
    library.FPDFText_GetMatrix(text, index, &matrix);
    double length = std::hypot(matrix.a, matrix.b);
    direction = length > 0 ? Point{matrix.a / length, -matrix.b / length} : Point{1, 0};
    // PDFium's size is that of the font in text space.
    double height = std::hypot(matrix.c, matrix.d);
    size = library.FPDFText_GetFontSize(text, index) * (height > 0 ? height : 1);
  }

  // The font and the marked content of the last object.
  void readFont() {
    font = fontIndex(lastObject ? library.FPDFTextObj_GetFont(lastObject) : nullptr);
    mark = lastObject ? library.FPDFPageObj_GetMarkedContentID(lastObject) : -1;
    hasFont = true;
  }

  int fontIndex(FPDF_FONT font) {
    std::string name;
    if (font) {
      name = text8([&](char *buffer, unsigned long length) {
        return static_cast<unsigned long>(library.FPDFFont_GetBaseFontName(font, buffer, length));
      });
      // Without the tags of subsets (ISO 32000-2, 9.9.2).
      while (name.find('+') == 6) name.erase(0, 7);
    }
    for (size_t index = 0; index < fonts.size(); index++) {
      if (fonts[index] == name) return static_cast<int>(index);
    }
    fonts.push_back(name);
    return static_cast<int>(fonts.size()) - 1;
  }

  Page &page;
  const Library &library;
  FPDF_TEXTPAGE text;
  const bool isRightToLeft;  // as the document states
  std::vector<bool> isMirrored;
  FPDF_PAGEOBJECT lastObject = nullptr;
  Point direction = {1, 0};
  double size = 0;
  bool hasFont = false;
  int font = -1, mark = -1;
};

// True if a character goes on in the same font, on the same baseline, as the one before it.
bool continues(const Character &first, const Character &last, const Character &next) {
  if (next.font != first.font || next.mark != first.mark ||
      std::fabs(next.size - first.size) > 0.01 * first.size) {
    return false;
  }
  double turn = first.direction.x * next.direction.y - first.direction.y * next.direction.x;
  double cosine = first.direction.x * next.direction.x + first.direction.y * next.direction.y;
  if (std::fabs(turn) > 0.01 || cosine < 0) return false;
  double x = next.origin.x - first.origin.x, y = next.origin.y - first.origin.y;
  double across = first.direction.x * y - first.direction.y * x;
  double along = first.direction.x * (next.origin.x - last.origin.x) +
                 first.direction.y * (next.origin.y - last.origin.y);
  return std::fabs(across) <= 0.02 * first.size && along >= -0.01 * first.size;
}

recto_character_run runOf(const Character &first, const Character &last, size_t count) {
  double length = advance(last);
  recto_character_run run = {};
  run.x1 = rounded(first.origin.x);
  run.y1 = rounded(first.origin.y);
  run.x2 = rounded(last.origin.x + length * first.direction.x);
  run.y2 = rounded(last.origin.y + length * first.direction.y);
  run.size = rounded(first.size);
  run.count = static_cast<uint32_t>(count);
  run.font = first.font;
  run.mark = first.mark;
  return run;
}

recto_character lent(const Character &character) {
  const Box &box = character.box;
  return {rounded(box.left), rounded(box.top), rounded(box.right - box.left),
          rounded(box.bottom - box.top), character.scalar};
}

void writeStructure(Page &page, Json &json) {
  json.open("structure", '[');
  visitStructure(page, [&](int mark, const Element &element) {
    json.open(nullptr, '{');
    json.integer("mark", mark);
    json.integer("block", element.place.block);
    if (element.place.outer != element.place.block) json.integer("outer", element.place.outer);
    json.text("type", element.place.type);
    json.optional("lang", element.language);
    json.close('}');
  });
  json.close(']');
}

}  // namespace

void writeCharacters(Document &document, Page &page, recto_characters &answer, Json &json) {
  Reader reader(page, document.isRightToLeft());
  reader.read();
  const auto &characters = reader.characters;
  page.characters.clear();
  page.characters.reserve(characters.size());
  for (const Character &character : characters) page.characters.push_back(lent(character));
  page.runs.clear();
  for (size_t start = 0, end = 0; start < characters.size(); start = end) {
    end = start + 1;
    while (end < characters.size() &&
           continues(characters[start], characters[end - 1], characters[end]))
      end++;
    page.runs.push_back(runOf(characters[start], characters[end - 1], end - start));
  }
  answer.characters = page.characters.data();
  answer.character_count = page.characters.size();
  answer.runs = page.runs.data();
  answer.run_count = page.runs.size();
  json.open(nullptr, '{');
  json.integer("index", page.index);
  json.open("fonts", '[');
  for (const auto &font : reader.fonts) json.text(nullptr, font);
  json.close(']');
  writeStructure(page, json);
  json.open("rules", '[');
  writeRules(page, json);
  json.close(']');
  json.close('}');
}

}  // namespace pdfium
