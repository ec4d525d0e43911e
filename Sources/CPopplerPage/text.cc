#include "CPopplerPage.h"

#include <cmath>
#include <cstring>
#include <map>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <GfxState.h>

#include "GlibObjects.h"

struct recto_text {
  std::vector<recto_block> blocks;
  std::vector<recto_line> lines;
  std::vector<recto_word> words;
  std::vector<uint32_t> scalars;
  std::vector<recto_box> boxes;
  std::vector<std::string> fonts;
};

namespace {

// Where a character that stands neither upright nor on its side begins and ends.
struct Slant {
  double x, y, dx, dy;
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

// Poppler's text device, which also remembers of each character what its words forget. Characters
// are known by their position in the content stream, counted as TextPage counts.
class RememberingOutputDev : public TextOutputDev {
public:
  explicit RememberingOutputDev(bool marked) : TextOutputDev(nullptr, false, 0, false, false), marked(marked) {}

  void drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY,
                CharCode code, int byteCount, const Unicode *unicode, int length) override {
    if (marked && (marks.empty() || marks.rbegin()->second != mcid())) marks.emplace(position, mcid());
    rememberSlant(state, x, y, dx, dy);
    if (length > 1 && isRightToLeft(unicode, length)) {
      std::vector<Unicode> visual = leftToRight(unicode, length);
      TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, visual.data(), length);
    } else {
      TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, unicode, length);
    }
    position += byteCount;
  }

  void incCharCount(int count) override {
    TextOutputDev::incCharCount(count);
    position += count;
  }

  void beginMarkedContent(const char *, Dict *properties) override {
    int id = mcid();
    if (marked && properties) {
      Object value = properties->lookup("MCID");
      if (value.isInt()) id = value.getInt();
    }
    open.push_back(id);
  }

  void endMarkedContent(GfxState *) override {
    if (!open.empty()) open.pop_back();
  }

  int mcidAt(int charPosition) const {
    auto next = marks.upper_bound(charPosition);
    return next == marks.begin() ? -1 : std::prev(next)->second;
  }

  const Slant *slantAt(int charPosition) const {
    auto found = slants.find(charPosition);
    return found == slants.end() ? nullptr : &found->second;
  }

private:
  int mcid() const { return open.empty() ? -1 : open.back(); }

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

  bool marked;
  int position = 0;
  std::vector<int> open;
  std::map<int, int> marks;  // from this character on, this identifier
  std::unordered_map<int, Slant> slants;
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
        lineResult.word_count++;
      }
      text.lines.push_back(lineResult);
      result.line_count++;
    }
    text.blocks.push_back(result);
  }

  void collect(const TextWord *word) {
    recto_word result = {};
    word->getBBox(&result.box.x1, &result.box.y1, &result.box.x2, &result.box.y2);
    result.baseline = word->getBaseline();
    result.size = word->getFontSize();
    result.first_char = static_cast<uint32_t>(text.scalars.size());
    result.char_count = static_cast<uint32_t>(word->getLength());
    result.rotation = static_cast<uint8_t>(word->getRotation());
    result.space_after = word->hasSpaceAfter();
    result.mcid = device.mcidAt(word->getCharPos());
    result.position = word->getCharPos();
    for (int i = 0; i < word->getLength(); i++) {
      recto_box box;
      word->getCharBBox(i, &box.x1, &box.y1, &box.x2, &box.y2);
      text.scalars.push_back(*word->getChar(i));
      text.boxes.push_back(box);
    }
    if (word->getLength() > 0) {
      const TextFontInfo *font = word->getFontInfo(0);
      result.font = fontIndex(font);
      result.vertical = font->getWMode() == 1;
    }
    if (const Slant *first = device.slantAt(word->getCharPos())) {
      const Slant *last = first;
      for (int at = word->getCharPos(); at < word->getCharPos() + word->getCharLen(); at++) {
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

  uint32_t fontIndex(const TextFontInfo *font) {
    auto known = indices.find(font);
    if (known != indices.end()) return known->second;
    const GooString *name = font->getFontName();
    text.fonts.emplace_back(name ? name->c_str() : "");
    uint32_t index = static_cast<uint32_t>(text.fonts.size() - 1);
    indices.emplace(font, index);
    return index;
  }

  const RememberingOutputDev &device;
  recto_text &text;
  std::unordered_map<const TextFontInfo *, uint32_t> indices;
};

} // namespace

recto_text *recto_text_new(PopplerPage *page, bool marked) {
  try {
    RememberingOutputDev device(marked);
    recto::glibPage(page)->page->displaySlice(&device, 72, 72, 0, false, true, -1, -1, -1, -1, false);
    auto text = std::make_unique<recto_text>();
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

const char *recto_text_font(const recto_text *text, uint32_t index) {
  return index < text->fonts.size() ? text->fonts[index].c_str() : "";
}
