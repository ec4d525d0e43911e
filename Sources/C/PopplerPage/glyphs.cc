#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <Gfx.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>

#include "CRectoPopplerPage.h"
#include "GlibObjects.h"
#include "Versions.h"
#include "font_name.h"
#include "marks.h"

struct recto_glyphs {
  std::vector<recto_glyph> list;
  std::vector<uint32_t> scalars;
  std::vector<std::string> fonts;
};

namespace {

// Ascent and descent of most fonts, for those that state none or nonsense.
constexpr double usualAscent = 0.95;
constexpr double usualDescent = -0.35;

// Records the drawing glyph by glyph. Poppler's text device makes words of it and drops overlapping
// glyphs, such as a letter between two soft hyphens.
class GlyphRecorder : public OutputDev {
public:
  GlyphRecorder(recto_glyphs &glyphs, const recto_marks &marks, int page) : glyphs(glyphs), marks(marks), page(page) {}

  bool upsideDown() override { return true; }
  bool useDrawChar() override { return true; }
  bool interpretType3Chars() override { return false; }
  bool needNonText() override { return false; }

  void drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY, CharCode,
                int, const Unicode *unicode, int length) override {
    recto_glyph glyph = {};
    state->transform(x - originX, y - originY, &glyph.x, &glyph.y);
    state->transformDelta(dx, dy, &glyph.along_x, &glyph.along_y);
    measure(state, glyph);
    if (isInActualText) {
      if (hasActual) extend(glyphs.list.back(), glyph);
      else append(glyph, actual.data(), actual.size());
      hasActual = true;
    } else {
      append(glyph, unicode, static_cast<size_t>(length));
    }
  }

  void beginTextObject(GfxState *) override { run++; }

  void beginActualText(GfxState *, const GooString *text) override {
    isInActualText = true;
    hasActual = false;
    actual = recto::scalarsOf(text->toStr());
  }

  void endActualText(GfxState *) override { isInActualText = false; }

  void beginMarkedContent(const char *name, Dict *properties) override {
    Mark mark = open.empty() ? Mark{{-1, -1}, false} : open.back();
    if (name && std::string(name) == "ReversedChars") mark.reversed = true;
    if (properties) {
      Object id = properties->lookup("MCID");
      if (id.isInt()) mark.place = marks.place(page, id.getInt());
    }
    open.push_back(mark);
  }

  void endMarkedContent(GfxState *) override {
    if (!open.empty()) open.pop_back();
  }

private:
  struct Mark {
    recto_marks::Place place;
    bool reversed;
  };

  void append(recto_glyph &glyph, const Unicode *text, size_t length) {
    glyph.first_char = static_cast<uint32_t>(glyphs.scalars.size());
    glyph.char_count = static_cast<uint32_t>(length);
    glyphs.scalars.insert(glyphs.scalars.end(), text, text + length);
    glyph.run = run;
    Mark mark = open.empty() ? Mark{{-1, -1}, false} : open.back();
    glyph.rank = mark.place.rank;
    glyph.element = mark.place.element;
    glyph.reversed = mark.reversed;
    glyphs.list.push_back(glyph);
  }

  // Extends a glyph to the box of one that belongs to it. A mark may hang out of the clip at a line's
  // end: together they are clipped only if both are.
  static void extend(recto_glyph &glyph, const recto_glyph &other) {
    glyph.clipped = glyph.clipped && other.clipped;
    double length = std::hypot(glyph.along_x, glyph.along_y);
    if (length <= 0) {
      glyph.x = other.x;
      glyph.y = other.y;
      glyph.along_x = other.along_x;
      glyph.along_y = other.along_y;
      return;
    }
    double unitX = glyph.along_x / length, unitY = glyph.along_y / length;
    double begin = (other.x - glyph.x) * unitX + (other.y - glyph.y) * unitY;
    double end = begin + other.along_x * unitX + other.along_y * unitY;
    double low = std::fmin(0, std::fmin(begin, end)), high = std::fmax(length, std::fmax(begin, end));
    glyph.x += low * unitX;
    glyph.y += low * unitY;
    glyph.along_x = (high - low) * unitX;
    glyph.along_y = (high - low) * unitY;
  }

  void measure(GfxState *state, recto_glyph &glyph) {
    double a, b, c, d;
    state->getFontTransMat(&a, &b, &c, &d);
    glyph.up_x = c;
    glyph.up_y = d;
    glyph.ascent = usualAscent;
    glyph.descent = usualDescent;
    const std::shared_ptr<GfxFont> &font = state->getFont();
    if (font && font->getType() != fontType3) {
      double ascent = font->getAscent(), descent = font->getDescent();
      if (ascent > 0 && ascent < 2) glyph.ascent = ascent;
      if (descent < 0 && descent > -1) glyph.descent = descent;
    }
    glyph.font = fontIndex(font);
    double middle = (glyph.ascent + glyph.descent) / 2;
    double x = glyph.x + glyph.along_x / 2 + glyph.up_x * middle;
    double y = glyph.y + glyph.along_y / 2 + glyph.up_y * middle;
    double left, top, right, bottom;
    state->getClipBBox(&left, &top, &right, &bottom);
    glyph.clipped = x < left || x > right || y < top || y > bottom;
  }

  uint32_t fontIndex(const std::shared_ptr<GfxFont> &font) {
    auto known = indices.find(font);
    if (known != indices.end()) return known->second;
    glyphs.fonts.push_back(
        font && font->getName() ? recto::withoutSubsetTags(*font->getName()) : "");
    uint32_t index = static_cast<uint32_t>(glyphs.fonts.size() - 1);
    indices.emplace(font, index);
    return index;
  }

  recto_glyphs &glyphs;
  const recto_marks &marks;
  int page;
  std::vector<Mark> open;
  uint32_t run = 0;
  bool isInActualText = false, hasActual = false;
  std::vector<Unicode> actual;
  std::unordered_map<std::shared_ptr<GfxFont>, uint32_t> indices;
};

} // namespace

recto_glyphs *recto_glyphs_new(PopplerPage *page, const recto_marks *marks) {
  try {
    auto glyphs = std::make_unique<recto_glyphs>();
    Page *own = recto::glibPage(page)->page;
    GlyphRecorder recorder(*glyphs, *marks, own->getRef().num);
    own->displaySlice(&recorder, 72, 72, 0, false, true, -1, -1, -1, -1, false);
    return glyphs.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void recto_glyphs_free(recto_glyphs *glyphs) { delete glyphs; }

const recto_glyph *recto_glyphs_list(const recto_glyphs *glyphs, size_t *count) {
  *count = glyphs->list.size();
  return glyphs->list.data();
}

const uint32_t *recto_glyphs_scalars(const recto_glyphs *glyphs) { return glyphs->scalars.data(); }

size_t recto_glyphs_font_count(const recto_glyphs *glyphs) { return glyphs->fonts.size(); }

const char *recto_glyphs_font(const recto_glyphs *glyphs, uint32_t index) {
  return index < glyphs->fonts.size() ? glyphs->fonts[index].c_str() : "";
}
