// Interposes Poppler's function that shows text, to draw glyphs that have colors of their own, such as emoji, and
// to note fonts that lack letters.
//
// A glyph of a Type 3 font is a drawing. If it begins with `d0`, it has colors of its own (ISO 32000-2, 9.6.4), but
// Poppler passes only its shape to Cairo, which fills the shape with the text's color. Here the glyph is drawn as a
// form. A glyph that begins with `d1` has the text's color, but Poppler obeys colors that it sets nevertheless. If
// such a glyph sets a soft mask, as a blurred letter does, Cairo's context fails, and nothing more is drawn. It also
// fails if a shape states a box much larger than a page, since Cairo would make a picture of that size.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <Gfx.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>
#include <Stream.h>

#include "Versions.h"
#include "glyph_contents.h"
#include "missing_letters.h"
#include "soft_masks.h"

namespace {

// True if a glyph's drawing has colors of its own, sets some that must be ignored, or is transparent.
bool isMoreThanShape(const recto::GlyphContent &content) {
  return !content.bytes.empty() &&
         (!content.isShape || content.setsGraphicsState || content.withoutColors() != content.bytes);
}

// A sample of a font's glyphs, which decides how all of its glyphs are drawn.
struct FirstGlyphs {
  // True if one of them is more than a shape.
  bool haveDrawings = false;
  // The largest side of their boxes, in the space of glyphs.
  double side = 0;

  FirstGlyphs() = default;

  explicit FirstGlyphs(GfxFont &font) {
    constexpr int mostTried = 8;
    Dict *glyphs = static_cast<Gfx8BitFont &>(font).getCharProcs();
    for (int i = 0; glyphs && i < std::min(glyphs->getLength(), mostTried); i++) {
      Object glyph = glyphs->getVal(i);
      const recto::GlyphContent content = recto::GlyphContent::of(glyph);
      haveDrawings = haveDrawings || isMoreThanShape(content);
      side = std::max(side, content.side);
    }
  }
};

// Those of a font, known for the one that was used last.
const FirstGlyphs &firstGlyphs(const std::shared_ptr<GfxFont> &font) {
  static thread_local std::weak_ptr<GfxFont> last;
  static thread_local FirstGlyphs ofLast;
  if (font != last.lock()) {
    ofLast = FirstGlyphs(*font);
    last = font;
  }
  return ofLast;
}

// Maps a font's glyphs to the page's space, with the origin at a point of that space.
struct GlyphMatrix {
  double m[6];

  GlyphMatrix(const GfxState &state, const double *font) {
    const double *text = state.getTextMat();
    double width = state.getFontSize() * state.getHorizScaling(), height = state.getFontSize(); // of an em
    for (int i = 0; i < 4; i += 2) {
      double x = font[i] * width, y = font[i + 1] * height;
      m[i] = x * text[0] + y * text[2];
      m[i + 1] = x * text[1] + y * text[3];
    }
    state.textTransformDelta(0, state.getRise(), &m[4], &m[5]);
  }

  // The length on the page of a side of a glyph, in points.
  double points(double side, const GfxState &state) const {
    const double *page = state.getCTM();
    double largest = 0;
    for (int i = 0; i < 4; i += 2) {
      double x = m[i] * page[0] + m[i + 1] * page[2], y = m[i] * page[1] + m[i + 1] * page[3];
      largest = std::max(largest, std::hypot(x, y));
    }
    return side * largest * 72 / state.getHDPI();
  }
};

// True if Cairo cannot draw a font's glyphs as text.
bool areDrawnAsForms(const FirstGlyphs &glyphs, const GfxState &state, const GfxFont &font) {
  constexpr double mostPoints = 2000; // of a glyph's side
  return glyphs.haveDrawings || GlyphMatrix(state, font.getFontMatrix()).points(glyphs.side, state) > mostPoints;
}

// Later versions of Poppler take an enumeration in place of the Boolean.
template <class G> void displayGlyph(G *gfx, Object *glyph) {
  if constexpr (std::is_invocable_v<decltype(&G::display), G *, Object *, bool>) gfx->display(glyph, false);
  else gfx->display(glyph, G::DisplayType::Type3Font);
}

// Sets the stroke color to the fill color.
void strokeAsFilled(GfxState *state, OutputDev *out) {
  GfxPattern *pattern = state->getFillPattern();
  const GfxColor color = *state->getFillColor();
  state->setStrokeColorSpace(state->getFillColorSpace()->copy());
  state->setStrokePattern(pattern ? pattern->copy() : nullptr);
  state->setStrokeColor(&color);
  state->setStrokeOpacity(state->getFillOpacity());
  out->updateStrokeColorSpace(state);
  out->updateStrokeColor(state);
  out->updateStrokeOpacity(state);
}

// Draws a glyph as a form whose origin is at a point of the page's own space.
void drawAsForm(Gfx *gfx, OutputDev *out, Object *glyph, Dict *resources, const GlyphMatrix &matrix, double x,
                double y) {
  gfx->saveState();
  gfx->pushStateGuard();
  if (resources) gfx->pushResources(resources);
  GfxState *state = gfx->getState();
  const double *m = matrix.m;
  state->concatCTM(m[0], m[1], m[2], m[3], x + m[4], y + m[5]);
  out->updateCTM(state, m[0], m[1], m[2], m[3], x + m[4], y + m[5]);
  recto::GlyphContent content = recto::GlyphContent::of(*glyph);
  if (content.isShape) {
    strokeAsFilled(state, out);
    const std::string shape = content.withoutColors();
    Object drawing(static_cast<Stream *>(
        new MemStream(shape.data(), 0, static_cast<Goffset>(shape.size()), Object(new Dict(gfx->getXRef())))));
    displayGlyph(gfx, &drawing);
  } else {
    displayGlyph(gfx, glyph);
  }
  if (resources) gfx->popResources();
  gfx->popStateGuard();
  gfx->restoreState();
}

// A character of a string that is shown.
struct ShownCharacter {
  CharCode code = 0;
  const Unicode *unicode = nullptr;
  int length = 0;                // of `unicode`
  double alongX = 0, alongY = 0; // to the origin of the next character, in the page's own space

  // Reads the first character of a string, and returns the number of its bytes. It is not positive where the font
  // finds no character.
  int read(const char *bytes, size_t size, const GfxState &state, const GfxFont &font) {
    double dx, dy, originX, originY;
    int count = font.getNextChar(bytes, static_cast<int>(size), &code, &unicode, &length, &dx, &dy, &originX, &originY);
    if (count <= 0) return count;
    dx = dx * state.getFontSize() + state.getCharSpace();
    if (count == 1 && *bytes == ' ') dx += state.getWordSpace();
    state.textTransformDelta(dx * state.getHorizScaling(), dy * state.getFontSize(), &alongX, &alongY);
    return count;
  }
};

}  // namespace

void Gfx::doShowText(const GooString *string) {
  using Show = void (*)(Gfx *, const GooString *);
  static const auto original = reinterpret_cast<Show>(dlsym(RTLD_NEXT, "_ZN3Gfx10doShowTextEPK9GooString"));
  if (recto::isUnderMask(out)) return recto::drawTextUnderMask(this, out, [&] { doShowText(string); });
  static thread_local int depth = 0; // of glyphs in whose drawings there is text
  constexpr int mostDepth = 3;
  const std::shared_ptr<GfxFont> font = state->getFont();
  // A device that draws takes patterns whole; the others are told of characters.
  bool isOnPage = ocState && out->useTilingPatternFill();
  if (isOnPage && state->getRender() != 3) recto::noteDrawnFont(font, xref);
  bool isDrawn = isOnPage && font && font->getType() == fontType3 && areDrawnAsForms(firstGlyphs(font), *state, *font);
  if (!isDrawn) return original(this, string);

  const GlyphMatrix matrix(*state, font->getFontMatrix());
  auto *own = static_cast<Gfx8BitFont *>(font.get());
  const std::string bytes = string->toStr();
  for (size_t at = 0; at < bytes.size();) {
    ShownCharacter shown;
    int count = shown.read(bytes.data() + at, bytes.size() - at, *state, *font);
    if (count <= 0) break;
    at += static_cast<size_t>(count);

    const double x = state->getCurX(), y = state->getCurY(), lineX = state->getLineX(), lineY = state->getLineY();
    Object glyph = own->getCharProc(static_cast<int>(shown.code));
    // Both calls only announce the character. The glyph is drawn after them: between them, the Cairo device has a
    // matrix and a clip of its own.
    if (!out->beginType3Char(state, x, y, shown.alongX, shown.alongY, shown.code, shown.unicode, shown.length))
      out->endType3Char(state);
    if (glyph.isStream() && state->getRender() != 3 && depth < mostDepth) {
      depth++;
      auto outer = std::exchange(parser, {});
      drawAsForm(this, out, &glyph, own->getResources(), matrix, x, y);
      parser = std::move(outer);
      depth--;
      // The graphics state that was saved has the path and the places of the one that is left.
      state->clearPath();
      state->textMoveTo(lineX, lineY);
    }
    state->shift(x + shown.alongX - state->getCurX(), y + shown.alongY - state->getCurY());
  }
}
