#include "CRectoPopplerPage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <GfxState.h>

#include "GlibObjects.h"
#include "Versions.h"
#include "drawing.h"
#include "font_name.h"
#include "repeats.h"
#include "rules.h"
#include "without_shadings.h"

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

// The ends of a character that is neither upright nor on its side.
struct Slant {
  double x, y, dx, dy;
};

// A character as the content has it: the width of its glyph without the space behind, and its bytes.
struct Code {
  float advance;
  int length;
};

// True if a glyph stands for letters of a right-to-left script, with or without marks.
bool isRightToLeft(const Unicode *unicode, int length) {
  for (int i = 0; i < length; i++) {
    Unicode scalar = unicode[i];
    bool inRange = (scalar >= 0x0590 && scalar <= 0x08FF) || (scalar >= 0xFB1D && scalar <= 0xFDFF) ||
                   (scalar >= 0xFE70 && scalar <= 0xFEFE);
    if (!inRange || !(g_unichar_isalpha(scalar) || g_unichar_ismark(scalar))) return false;
  }
  return true;
}

// The letters of a ligature as they stand on the page, each with its marks after it. A ligature such
// as lam-alef states them in reading order, and TextPage lays them out from the left.
std::vector<Unicode> leftToRight(const Unicode *unicode, int length) {
  std::vector<Unicode> result;
  for (int end = length; end > 0;) {
    int start = end - 1;
    while (start > 0 && g_unichar_ismark(unicode[start])) start--;
    result.insert(result.end(), unicode + start, unicode + end);
    end = start;
  }
  return result;
}

// Poppler's text device, which also records of each character what `TextWord` drops. Characters
// are known by their position in the content stream, counted as TextPage counts.
class RememberingOutputDev : public recto::WithoutShadings<TextOutputDev> {
public:
  explicit RememberingOutputDev(bool marked) : WithoutShadings(nullptr, false, 0, false, false), marked(marked) {}

  void startPage(int number, GfxState *state, XRef *objects) override {
    TextOutputDev::startPage(number, state, objects);
    repeats.reset(recto_repeats_new(state->getPageWidth(), state->getPageHeight()));
  }

  void endPage() override {
    release();
    TextOutputDev::endPage();
  }

  // Takes a character, unless it repeats one at the same place, as drawn shadows do.
  void drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY,
                CharCode code, int byteCount, const Unicode *unicode, int length) override {
    bool isPlain = repeats && length > 0 && !isInActualText;
    if (isPlain && kind != RECTO_CHARACTER_IS_NEW && isSpace(unicode, length)) return skip(byteCount);
    double along = advance(state, dx, dy);
    kind = isPlain ? kindOf(state, x, y, along, unicode[0]) : RECTO_CHARACTER_IS_NEW;
    if (kind == RECTO_CHARACTER_IS_COPY) {
      if (held) incCharCount(held->byteCount + held->skipped);
      held.reset();
      return incCharCount(byteCount);
    }
    if (held) drawHeld();
    if (kind == RECTO_CHARACTER_IS_LONE_COPY) return incCharCount(byteCount);
    if (kind == RECTO_CHARACTER_IS_NEW)
      return take(state, x, y, dx, dy, originX, originY, along, code, byteCount, unicode, length);
    held = std::make_unique<Held>(Held{std::unique_ptr<GfxState>(state->copy(true)), x, y, dx, dy, originX, originY, along, code,
                                       byteCount, std::vector<Unicode>(unicode, unicode + length), 0});
  }

  void incCharCount(int count) override {
    TextOutputDev::incCharCount(count);
    position += count;
  }

  void beginActualText(GfxState *state, const GooString *text) override {
    release();
    isInActualText = true;
    TextOutputDev::beginActualText(state, text);
  }

  void endActualText(GfxState *state) override {
    isInActualText = false;
    TextOutputDev::endActualText(state);
  }

  void beginMarkedContent(const char *, Dict *properties) override {
    release();
    int id = mcid();
    if (marked && properties) {
      Object value = properties->lookup("MCID");
      if (value.isInt()) id = value.getInt();
    }
    open.push_back(id);
  }

  void endMarkedContent(GfxState *) override {
    release();
    if (!open.empty()) open.pop_back();
  }

  void stroke(GfxState *state) override { recto::addStrokedRules(state, rules); }
  void fill(GfxState *state) override { recto::addFilledRules(state, rules); }
  void eoFill(GfxState *state) override { recto::addFilledRules(state, rules); }

  recto::Rules rules;

  // Called before each annotation, which are drawn after the page's content.
  static bool beginAnnotation(Annot *, void *device) {
    auto *self = static_cast<RememberingOutputDev *>(device);
    self->release();
    // The text of annotations is theirs even where the page has the same.
    if (self->position < self->annotationsPosition && self->repeats) recto_repeats_clear(self->repeats.get());
    self->annotationsPosition = std::min(self->annotationsPosition, self->position);
    return true;
  }

  bool isOfAnnotation(int charPosition) const { return charPosition >= annotationsPosition; }

  int mcidAt(int charPosition) const {
    auto next = marks.upper_bound(charPosition);
    return next == marks.begin() ? -1 : std::prev(next)->second;
  }

  // The start of the white space drawn directly before a character; its own position if there is
  // none.
  int spacesBefore(int charPosition) const {
    auto found = std::lower_bound(spaces.begin(), spaces.end(), std::make_pair(charPosition, 0));
    return found == spaces.end() || found->first != charPosition ? charPosition : found->second;
  }

  // The width of a character without the space that the content puts behind each.
  double advanceAt(int charPosition) const {
    auto index = static_cast<size_t>(charPosition);
    return index < codes.size() ? codes[index].advance : 0;
  }

  // The bytes of the code of a character.
  int codeLengthAt(int charPosition) const {
    auto index = static_cast<size_t>(charPosition);
    return index < codes.size() ? codes[index].length : 0;
  }

  const Slant *slantAt(int charPosition) const {
    auto found = slants.find(charPosition);
    return found == slants.end() ? nullptr : &found->second;
  }

private:
  int mcid() const { return open.empty() ? -1 : open.back(); }

  // A character that is held back, with what it is drawn with.
  struct Held {
    std::unique_ptr<GfxState> state;
    double x, y, dx, dy, originX, originY, along;
    CharCode code;
    int byteCount;
    std::vector<Unicode> unicode;
    int skipped; // bytes of white space after it
  };

  static bool isSpace(const Unicode *unicode, int length) {
    return length == 1 && (g_unichar_isspace(unicode[0]) || unicode[0] == 0xA0);
  }

  recto_character_kind kindOf(GfxState *state, double x, double y, double along, Unicode scalar) {
    recto_drawn_character character = {0, 0, state->getTransformedFontSize(), along, scalar};
    state->transform(x, y, &character.x, &character.y);
    return recto_repeats_next(repeats.get(), character);
  }

  // Leaves out white space of what is a copy, or may be one.
  void skip(int byteCount) {
    if (held) held->skipped += byteCount;
    else incCharCount(byteCount);
  }

  // Ends a row of characters.
  void release() {
    if (repeats) recto_repeats_end_row(repeats.get());
    kind = RECTO_CHARACTER_IS_NEW;
    if (held) drawHeld();
  }

  void drawHeld() {
    std::unique_ptr<Held> own = std::move(held);
    isFontOther = true;
    take(own->state.get(), own->x, own->y, own->dx, own->dy, own->originX, own->originY, own->along, own->code, own->byteCount,
         own->unicode.data(), static_cast<int>(own->unicode.size()));
    isFontOther = true;
    incCharCount(own->skipped);
  }

  void take(GfxState *state, double x, double y, double dx, double dy, double originX, double originY, double along,
            CharCode code, int byteCount, const Unicode *unicode, int length) {
    if (isFontOther) TextOutputDev::updateFont(state);
    isFontOther = false;
    if (marked && (marks.empty() || marks.rbegin()->second != mcid())) marks.emplace(position, mcid());
    rememberSlant(state, x, y, dx, dy);
    rememberSpace(unicode, length);
    rememberCode(along, byteCount);
    if (length > 1 && isRightToLeft(unicode, length)) {
      std::vector<Unicode> visual = leftToRight(unicode, length);
      TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, visual.data(), length);
    } else {
      TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, unicode, length);
    }
    position += byteCount;
  }

  void rememberSlant(GfxState *state, double x, double y, double dx, double dy) {
    double a, b, c, d;
    state->getFontTransMat(&a, &b, &c, &d);
    double along = std::hypot(a, b);
    // Less than a degree off the axes is upright to a reader, and to TextPage.
    if (std::fmin(std::fabs(a), std::fabs(b)) < 0.0175 * along) return;
    Slant slant;
    state->transform(x, y, &slant.x, &slant.y);
    state->transformDelta(dx, dy, &slant.dx, &slant.dy);
    slants.emplace(position, slant);
  }

  // Poppler's words do not tell a space that was drawn from a gap that was left.
  void rememberSpace(const Unicode *unicode, int length) {
    bool isOne = isSpace(unicode, length);
    if (isOne && firstSpace < 0) firstSpace = position;
    if (isOne || firstSpace < 0) return;
    spaces.emplace_back(position, firstSpace);
    firstSpace = -1;
  }

  void rememberCode(double along, int byteCount) {
    codes.resize(static_cast<size_t>(position) + 1);
    codes.back() = {static_cast<float>(along), byteCount};
  }

  // The width of a character's glyph without the space that the content puts behind it.
  static double advance(GfxState *state, double dx, double dy) {
    double spaceX, spaceY, x, y;
    state->textTransformDelta(state->getCharSpace() * state->getHorizScaling(), 0, &spaceX, &spaceY);
    state->transformDelta(dx - spaceX, dy - spaceY, &x, &y);
    return std::hypot(x, y);
  }

  bool marked, isInActualText = false;
  std::unique_ptr<recto_repeats, decltype(&recto_repeats_free)> repeats{nullptr, recto_repeats_free};
  recto_character_kind kind = RECTO_CHARACTER_IS_NEW; // of the last character but white space
  std::unique_ptr<Held> held;
  bool isFontOther = false; // TextPage may have the font of another character than the next
  int position = 0;
  int firstSpace = -1;
  int annotationsPosition = std::numeric_limits<int>::max();
  std::vector<int> open;
  std::map<int, int> marks;  // from this character on, this identifier
  std::unordered_map<int, Slant> slants;
  std::vector<std::pair<int, int>> spaces;  // a character, and where the white space before it begins
  std::vector<Code> codes;  // by the position of their first byte
};

class Collector {
public:
  Collector(const RememberingOutputDev &device, recto_text &text) : device(device), text(text) {}

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
    result.space_after = end == word->getLength() && word->hasSpaceAfter();
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
    if (const Slant *first = device.slantAt(word->getCharPos())) {
      const Slant *last = first;
      for (int at = word->getCharPos(); at < result.end_position; at++) {
        if (const Slant *slant = device.slantAt(at)) last = slant;
      }
      result.diagonal = true;
      result.start_x = first->x;
      result.start_y = first->y;
      result.end_x = last->x + last->dx;
      result.end_y = last->y + last->dy;
    }
    text.words.push_back(result);
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

  const RememberingOutputDev &device;
  recto_text &text;
  std::unordered_map<const TextFontInfo *, uint32_t> indices;
};

} // namespace

recto_text *recto_text_new(PopplerPage *page, bool marked, recto_drawings *drawings) {
  try {
    RememberingOutputDev device(marked);
    auto text = std::make_unique<recto_text>();
    if (recto::DisplayList *list = recto::readableList(drawings, page)) {
      recto::Player player;
      player.device = &device;
      player.state = list->first->copy(true);
      list->read(player, [&device] { RememberingOutputDev::beginAnnotation(nullptr, &device); });
      text->rules = list->rules;
    } else {
      recto::glibPage(page)->page->displaySlice(
          &device, 72, 72, 0, false, true, -1, -1, -1, -1, false, nullptr, nullptr,
          RememberingOutputDev::beginAnnotation, &device);
      text->rules = std::move(device.rules);
    }
    Collector(device, *text).collect();
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
