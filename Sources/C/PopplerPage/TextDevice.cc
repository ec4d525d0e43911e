#include "TextDevice.h"

#include <algorithm>
#include <cmath>

#include <glib.h>

#include "Versions.h"
#include "glyph_letters.h"

namespace {

// True for a joiner, which has no shape: U+200C and U+200D.
bool isJoiner(Unicode scalar) { return scalar == 0x200C || scalar == 0x200D; }

// True if a glyph stands for letters of a right-to-left script, with or without marks and joiners.
bool isRightToLeft(const Unicode *unicode, int length) {
  for (int i = 0; i < length; i++) {
    Unicode scalar = unicode[i];
    bool inRange = (scalar >= 0x0590 && scalar <= 0x08FF) || (scalar >= 0xFB1D && scalar <= 0xFDFF) ||
                   (scalar >= 0xFE70 && scalar <= 0xFEFE);
    if (!isJoiner(scalar) && !(inRange && (g_unichar_isalpha(scalar) || g_unichar_ismark(scalar)))) return false;
  }
  return length > 0;
}

// Letters from right to left as they stand on the page, each with its marks after it, and others as they
// are. A ligature such as lam-alef states them in reading order, and TextPage lays them out from the left.
std::vector<Unicode> leftToRight(const std::vector<Unicode> &letters) {
  if (letters.size() < 2 || !isRightToLeft(letters.data(), static_cast<int>(letters.size()))) return letters;
  std::vector<Unicode> result;
  for (auto end = letters.end(); end != letters.begin();) {
    auto start = end - 1;
    while (start != letters.begin() && g_unichar_ismark(*start)) start--;
    result.insert(result.end(), start, end);
    end = start;
  }
  return result;
}

// Units of UTF-16 with its byte order mark.
std::string textString(const std::vector<Unicode> &letters) {
  std::string result = "\xFE\xFF";
  auto add = [&result](Unicode unit) {
    result += static_cast<char>(unit >> 8);
    result += static_cast<char>(unit & 0xFF);
  };
  for (Unicode scalar : letters) {
    if (scalar >= 0x10000) add(0xD7C0 + (scalar >> 10));
    add(scalar >= 0x10000 ? 0xDC00 | (scalar & 0x3FF) : scalar);
  }
  return result;
}

// The letters of a presentation form, such as U+FEFC for lam-alef, by NFKC.
std::vector<Unicode> letters(const Unicode *unicode, int length) {
  std::vector<Unicode> result(unicode, unicode + length);
  if (length != 1 || unicode[0] < 0xFB1D || unicode[0] > 0xFEFC || !isRightToLeft(unicode, 1)) return result;
  std::unique_ptr<char, decltype(&g_free)> form(g_ucs4_to_utf8(unicode, 1, nullptr, nullptr, nullptr), g_free);
  std::unique_ptr<char, decltype(&g_free)> plain(g_utf8_normalize(form.get(), -1, G_NORMALIZE_NFKC), g_free);
  if (!plain) return result;
  result.clear();
  for (const char *at = plain.get(); *at; at = g_utf8_next_char(at)) result.push_back(g_utf8_get_char(at));
  return result;
}

bool isSpace(const Unicode *unicode, int length) {
  return length == 1 && (g_unichar_isspace(unicode[0]) || unicode[0] == 0xA0);
}

// The width of a character's glyph without the space that the content puts behind it.
double advance(GfxState *state, double dx, double dy) {
  double spaceX, spaceY, x, y;
  state->textTransformDelta(state->getCharSpace() * state->getHorizScaling(), 0, &spaceX, &spaceY);
  state->transformDelta(dx - spaceX, dy - spaceY, &x, &y);
  return std::hypot(x, y);
}

} // namespace

namespace recto {

void TextDevice::startPage(int number, GfxState *state, XRef *objects) {
  TextOutputDev::startPage(number, state, objects);
  xref = objects;
  repeats.reset(recto_repeats_new(state->getPageWidth(), state->getPageHeight()));
}

void TextDevice::endPage() {
  release();
  endSpace();
  TextOutputDev::endPage();
}

void TextDevice::drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY,
              CharCode code, int byteCount, const Unicode *unicode, int length) {
  Unicode own = length == 0 || hasOnlyNumbers(state->getFont()) ? letterOfGlyph(state->getFont(), code, xref) : 0;
  if (own != 0) {
    unicode = &own;
    length = 1;
  }
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

void TextDevice::incCharCount(int count) {
  TextOutputDev::incCharCount(count);
  position += count;
}

void TextDevice::beginActualText(GfxState *state, const GooString *text) {
  release();
  isInActualText = true;
  const std::vector<Unicode> letters = scalarsOf(text->toStr());
  const std::vector<Unicode> shown = leftToRight(letters);
  // TextOutputDev copies it.
  GooString visual(textString(shown));
  TextOutputDev::beginActualText(state, shown == letters ? text : &visual);
}

void TextDevice::endActualText(GfxState *state) {
  isInActualText = false;
  TextOutputDev::endActualText(state);
}

void TextDevice::beginMarkedContent(const char *, Dict *properties) {
  release();
  int id = mcid();
  if (marked && properties) {
    Object value = properties->lookup("MCID");
    if (value.isInt()) id = value.getInt();
  }
  open.push_back(id);
}

void TextDevice::endMarkedContent(GfxState *) {
  release();
  if (!open.empty()) open.pop_back();
}

bool TextDevice::beginAnnotation(Annot *, void *device) {
  auto *self = static_cast<TextDevice *>(device);
  self->release();
  // The text of annotations is theirs even where the page has the same.
  if (self->position < self->annotationsPosition && self->repeats) recto_repeats_clear(self->repeats.get());
  self->annotationsPosition = std::min(self->annotationsPosition, self->position);
  return true;
}

int TextDevice::mcidAt(int charPosition) const {
  auto next = marks.upper_bound(charPosition);
  return next == marks.begin() ? -1 : std::prev(next)->second;
}

int TextDevice::spacesBefore(int charPosition) const {
  const DrawnSpace *space = spaceBefore(charPosition);
  return space ? space->first : charPosition;
}

const DrawnSpace *TextDevice::spaceBefore(int charPosition) const {
  auto found = std::lower_bound(spaces.begin(), spaces.end(), charPosition,
                                [](const DrawnSpace &space, int position) { return space.next < position; });
  return found == spaces.end() || found->next != charPosition ? nullptr : &*found;
}

const DrawnSpace *TextDevice::spaceAt(int charPosition) const {
  auto found = std::lower_bound(spaces.begin(), spaces.end(), charPosition,
                                [](const DrawnSpace &space, int position) { return space.first < position; });
  return found == spaces.end() || found->first != charPosition ? nullptr : &*found;
}

double TextDevice::advanceAt(int charPosition) const {
  auto index = static_cast<size_t>(charPosition);
  return index < codes.size() ? codes[index].advance : 0;
}

int TextDevice::codeLengthAt(int charPosition) const {
  auto index = static_cast<size_t>(charPosition);
  return index < codes.size() ? codes[index].length : 0;
}

const Slant *TextDevice::slantAt(int charPosition) const {
  auto found = slants.find(charPosition);
  return found == slants.end() ? nullptr : &found->second;
}

recto_character_kind TextDevice::kindOf(GfxState *state, double x, double y, double along, Unicode scalar) {
  recto_drawn_character character = {0, 0, state->getTransformedFontSize(), along, scalar};
  state->transform(x, y, &character.x, &character.y);
  return recto_repeats_next(repeats.get(), character);
}

void TextDevice::skip(int byteCount) {
  if (held) held->skipped += byteCount;
  else incCharCount(byteCount);
}

void TextDevice::release() {
  if (repeats) recto_repeats_end_row(repeats.get());
  kind = RECTO_CHARACTER_IS_NEW;
  if (held) drawHeld();
}

void TextDevice::drawHeld() {
  std::unique_ptr<Held> own = std::move(held);
  isFontOther = true;
  take(own->state.get(), own->x, own->y, own->dx, own->dy, own->originX, own->originY, own->along, own->code, own->byteCount,
       own->unicode.data(), static_cast<int>(own->unicode.size()));
  isFontOther = true;
  incCharCount(own->skipped);
}

void TextDevice::take(GfxState *state, double x, double y, double dx, double dy, double originX, double originY, double along,
          CharCode code, int byteCount, const Unicode *unicode, int length) {
  if (isFontOther) TextOutputDev::updateFont(state);
  isFontOther = false;
  if (marked && (marks.empty() || marks.rbegin()->second != mcid())) marks.emplace(position, mcid());
  rememberSlant(state, x, y, dx, dy);
  rememberSpace(state, x, y, dx, dy, unicode, length);
  rememberCode(along, byteCount);
  // Most glyphs are one letter that stands for itself.
  if (length > 1 || (length == 1 && unicode[0] >= 0xFB1D)) {
    const std::vector<Unicode> shown = leftToRight(letters(unicode, length));
    TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, shown.data(),
                            static_cast<int>(shown.size()));
  } else {
    TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, byteCount, unicode, length);
  }
  position += byteCount;
}

void TextDevice::rememberSlant(GfxState *state, double x, double y, double dx, double dy) {
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

void TextDevice::rememberSpace(GfxState *state, double x, double y, double dx, double dy, const Unicode *unicode,
                               int length) {
  if (!isSpace(unicode, length)) return endSpace();
  if (space.first < 0) {
    space.first = position;
    state->transform(x, y, &space.x1, &space.y1);
  }
  state->transform(x + dx, y + dy, &space.x2, &space.y2);
}

void TextDevice::endSpace() {
  if (space.first < 0) return;
  space.next = position;
  spaces.push_back(space);
  space.first = -1;
}

void TextDevice::rememberCode(double along, int byteCount) {
  codes.resize(static_cast<size_t>(position) + 1);
  codes.back() = {static_cast<float>(along), byteCount};
}

} // namespace recto
