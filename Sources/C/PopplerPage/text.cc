#include "CRectoPopplerPage.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "GlibObjects.h"
#include "TextDevice.h"
#include "Versions.h"
#include "drawing.h"
#include "font_name.h"

struct recto_text {
  std::vector<recto_block> blocks;
  std::vector<recto_line> lines;
  std::vector<recto_word> words;
  std::vector<uint32_t> scalars;
  std::vector<recto_box> boxes;
  std::vector<std::string> fonts;
  recto::Rules rules;
};

namespace {

class WordCollector {
public:
  WordCollector(const recto::TextDevice &device, recto_text &text) : device(device), text(text) {}

  void collect() {
    for (const TextFlow *flow = device.getFlows(); flow; flow = flow->getNext()) {
      for (const TextBlock *block = flow->getBlocks(); block; block = block->getNext()) collect(block);
    }
  }

private:
  void collect(const TextBlock *block) {
    recto_block result = {static_cast<uint32_t>(text.lines.size()), 0};
    for (const TextLine *line = block->getLines(); line; line = line->getNext()) {
      recto_line lineResult = {static_cast<uint32_t>(text.words.size()), 0};
      for (const TextWord *word = line->getWords(); word; word = word->getNext()) {
        collect(word);
      }
      lineResult.word_count = static_cast<uint32_t>(text.words.size()) - lineResult.first_word;
      text.lines.push_back(lineResult);
      result.line_count++;
    }
    text.blocks.push_back(result);
  }

  // Poppler divides words by size and baseline, but not by font and marked content; here a word is
  // also divided where these change.
  void collect(const TextWord *word) {
    int length = word->getLength();
    bool isWhole = device.slantAt(word->getCharPos());
    size_t first = text.words.size();
    int start = 0;
    do {
      int end = isWhole ? length : start;
      while (end < length && isAlike(word, start, end)) end++;
      collect(word, start, end);
      start = end;
    } while (start < length);
    // Each part has one character code at least, so that their positions are all different.
    for (size_t part = first + 1; part < text.words.size(); part++) {
      int32_t position = word->getCharPos() + static_cast<int32_t>(part - first);
      text.words[part].position = text.words[part].spaces_position = position;
      text.words[part - 1].end_position = position;
    }
  }

  bool isAlike(const TextWord *word, int first, int second) {
    return fontIndex(word->getFontInfo(first)) == fontIndex(word->getFontInfo(second)) &&
           device.mcidAt(position(word, first)) == device.mcidAt(position(word, second));
  }

  // The bytes of a word's character codes.
  int codeLength(const TextWord *word) const {
    int length = word->getCharLen();
    return recto::lacksLastCode<TextWord> ? length + device.codeLengthAt(word->getCharPos() + length) : length;
  }

  // The place of a word's character in the content; the word's own if it has ligatures, since Poppler
  // does not say which characters they stand for.
  int position(const TextWord *word, int character) const {
    int length = word->getLength(), codes = codeLength(word);
    return word->getCharPos() + (length > 0 && codes % length == 0 ? character * (codes / length) : 0);
  }

  void collect(const TextWord *word, int start, int end) {
    recto_word result = {};
    word->getBBox(&result.box.x1, &result.box.y1, &result.box.x2, &result.box.y2);
    result.baseline = word->getBaseline();
    result.size = word->getFontSize();
    result.first_char = static_cast<uint32_t>(text.scalars.size());
    result.char_count = static_cast<uint32_t>(end - start);
    result.rotation = static_cast<uint8_t>(word->getRotation());
    result.mcid = device.mcidAt(position(word, start));
    result.annotation = device.isOfAnnotation(word->getCharPos());
    result.position = word->getCharPos();
    result.end_position = word->getCharPos() + codeLength(word);
    result.spaces_position = device.spacesBefore(word->getCharPos());
    result.letter_gap = letterGap(word);
    for (int i = start; i < end; i++) {
      recto_box box;
      word->getCharBBox(i, &box.x1, &box.y1, &box.x2, &box.y2);
      text.scalars.push_back(*word->getChar(i));
      text.boxes.push_back(box);
    }
    if (end > start) {
      const TextFontInfo *font = word->getFontInfo(start);
      result.font = fontIndex(font);
      result.vertical = font->getWMode() == 1;
    }
    if (end - start < word->getLength()) narrow(result);
    if (result.vertical) place(result);
    addSpace(device.spaceBefore(result.position), result);
    addSpace(device.spaceAt(result.end_position), result);
    if (const recto::Slant *first = device.slantAt(word->getCharPos())) {
      const recto::Slant *last = first;
      for (int at = word->getCharPos(); at < result.end_position; at++) {
        if (const recto::Slant *slant = device.slantAt(at)) last = slant;
      }
      result.diagonal = true;
      result.start_x = first->x;
      result.start_y = first->y;
      result.end_x = last->x + last->dx;
      result.end_y = last->y + last->dy;
    }
    text.words.push_back(result);
  }

  // Corrects the place of a word in vertical writing mode. TextWord takes the origin, which is at the top center of
  // the glyph, for the lower left corner (ISO 32000-2, 9.7.4.3).
  void place(recto_word &word) {
    static const double directions[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const double *along = directions[word.rotation % 4];
    double x = word.size * (along[0] - along[1] / 2), y = word.size * (along[1] + along[0] / 2);
    auto move = [&](recto_box &box) {
      box.x1 += x;
      box.x2 += x;
      box.y1 += y;
      box.y2 += y;
    };
    move(word.box);
    for (uint32_t i = 0; i < word.char_count; i++) move(text.boxes[word.first_char + i]);
    word.baseline += word.rotation % 2 == 0 ? y : x;
  }

  // Remembers white space that is drawn beside a word on its baseline.
  static void addSpace(const recto::DrawnSpace *space, recto_word &word) {
    if (!space) return;
    bool isAcross = word.rotation % 2 == 0;
    constexpr double widestRoom = 0.1; // in em, as in WordPieces
    double reach = widestRoom * word.size;
    if (std::fabs((isAcross ? space->y1 : space->x1) - word.baseline) > reach) return;
    double ends[] = {isAcross ? space->x1 : space->y1, isAcross ? space->x2 : space->y2};
    double low = isAcross ? word.box.x1 : word.box.y1, high = isAcross ? word.box.x2 : word.box.y2;
    bool atLow = std::fabs(std::fmax(ends[0], ends[1]) - low) <= reach;
    bool atHigh = std::fabs(std::fmin(ends[0], ends[1]) - high) <= reach;
    bool ascends = word.rotation < 2;
    word.space_at_start = word.space_at_start || (ascends ? atLow : atHigh);
    word.space_at_end = word.space_at_end || (ascends ? atHigh : atLow);
  }

  // The mean gap between the word's characters; 0 if it has ligatures, since Poppler does not say
  // which characters they stand for.
  double letterGap(const TextWord *word) const {
    int length = word->getLength();
    if (length < 2 || codeLength(word) % length != 0) return 0;
    int bytes = codeLength(word) / length;
    double gaps = std::fabs(word->getEdge(length - 1) - word->getEdge(0));
    for (int i = 0; i < length - 1; i++) gaps -= device.advanceAt(word->getCharPos() + i * bytes);
    return gaps / (length - 1);
  }

  // Gives a part of a word the box of its own characters.
  void narrow(recto_word &part) {
    const recto_box *boxes = text.boxes.data() + part.first_char;
    part.box = boxes[0];
    for (uint32_t i = 1; i < part.char_count; i++) {
      part.box.x1 = std::fmin(part.box.x1, boxes[i].x1);
      part.box.y1 = std::fmin(part.box.y1, boxes[i].y1);
      part.box.x2 = std::fmax(part.box.x2, boxes[i].x2);
      part.box.y2 = std::fmax(part.box.y2, boxes[i].y2);
    }
  }

  // Subsets of one font have one name, and are one font to a reader.
  uint32_t fontIndex(const TextFontInfo *font) {
    auto known = indices.find(font);
    if (known != indices.end()) return known->second;
    const GooString *string = font->getFontName();
    std::string name = recto::withoutSubsetTags(string ? string->toStr() : "");
    auto alike = std::find(text.fonts.begin(), text.fonts.end(), name);
    auto index = static_cast<uint32_t>(alike - text.fonts.begin());
    if (alike == text.fonts.end()) text.fonts.push_back(name);
    indices.emplace(font, index);
    return index;
  }

  const recto::TextDevice &device;
  recto_text &text;
  std::unordered_map<const TextFontInfo *, uint32_t> indices;
};

} // namespace

recto_text *recto_text_new(PopplerPage *page, bool marked, recto_drawings *drawings) {
  try {
    recto::TextDevice device(marked);
    auto text = std::make_unique<recto_text>();
    if (recto::DisplayList *list = recto::readableList(drawings, page)) {
      recto::Player player;
      player.device = &device;
      player.state = list->first->copy(true);
      list->read(player, [&device] { recto::TextDevice::beginAnnotation(nullptr, &device); });
      text->rules = list->rules;
    } else {
      recto::glibPage(page)->page->displaySlice(
          &device, 72, 72, 0, false, true, -1, -1, -1, -1, false, nullptr, nullptr,
          recto::TextDevice::beginAnnotation, &device);
      text->rules = std::move(device.rules);
    }
    WordCollector(device, *text).collect();
    return text.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void recto_text_free(recto_text *text) { delete text; }

const recto_block *recto_text_blocks(const recto_text *text, size_t *count) {
  *count = text->blocks.size();
  return text->blocks.data();
}

const recto_line *recto_text_lines(const recto_text *text, size_t *count) {
  *count = text->lines.size();
  return text->lines.data();
}

const recto_word *recto_text_words(const recto_text *text, size_t *count) {
  *count = text->words.size();
  return text->words.data();
}

const uint32_t *recto_text_scalars(const recto_text *text) { return text->scalars.data(); }

const recto_box *recto_text_boxes(const recto_text *text) { return text->boxes.data(); }

const recto_box *recto_text_rules(const recto_text *text, size_t *count) {
  *count = text->rules.size();
  return text->rules.data();
}

const char *recto_text_font(const recto_text *text, uint32_t index) {
  return index < text->fonts.size() ? text->fonts[index].c_str() : "";
}
