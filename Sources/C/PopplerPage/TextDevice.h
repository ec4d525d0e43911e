// Poppler's text device, with what `TextWord` drops of each character.

#pragma once

#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <GfxState.h>
#include <TextOutputDev.h>

#include "repeats.h"
#include "rules.h"
#include "without_shadings.h"

namespace recto {

// The ends of a character that is neither upright nor on its side.
struct Slant {
  double x, y, dx, dy;
};

// White space that the content draws, from the start of its first character to the end of its last one.
struct DrawnSpace {
  int next;  // the position of the character after it
  int first; // that of its first character
  double x1, y1, x2, y2;
};

// Poppler's text device, which also records of each character what `TextWord` drops. Characters
// are known by their position in the content stream, counted as TextPage counts.
class TextDevice : public WithoutShadings<TextOutputDev> {
public:
  explicit TextDevice(bool marked) : WithoutShadings(nullptr, false, 0, false, false), marked(marked) {}

  void startPage(int number, GfxState *state, XRef *objects) override;
  void endPage() override;

  // Takes a character, unless it repeats one at the same place, as drawn shadows do.
  void drawChar(GfxState *state, double x, double y, double dx, double dy, double originX, double originY,
                CharCode code, int byteCount, const Unicode *unicode, int length) override;
  void incCharCount(int count) override;

  void beginActualText(GfxState *state, const GooString *text) override;
  void endActualText(GfxState *state) override;
  void beginMarkedContent(const char *, Dict *properties) override;
  void endMarkedContent(GfxState *) override;

  void stroke(GfxState *state) override { addStrokedRules(state, rules); }
  void fill(GfxState *state) override { addFilledRules(state, rules); }
  void eoFill(GfxState *state) override { addFilledRules(state, rules); }

  Rules rules;

  // Called before each annotation, which are drawn after the page's content.
  static bool beginAnnotation(Annot *, void *device);

  bool isOfAnnotation(int charPosition) const { return charPosition >= annotationsPosition; }

  int mcidAt(int charPosition) const;

  // The start of the white space drawn directly before a character; its own position if there is
  // none.
  int spacesBefore(int charPosition) const;

  // The white space drawn directly before a character, and the one that begins at a position; null if there is
  // none.
  const DrawnSpace *spaceBefore(int charPosition) const;
  const DrawnSpace *spaceAt(int charPosition) const;

  // The width of a character without the space that the content puts behind each.
  double advanceAt(int charPosition) const;

  // The bytes of the code of a character.
  int codeLengthAt(int charPosition) const;

  const Slant *slantAt(int charPosition) const;

private:
  // A character as the content has it: the width of its glyph without the space behind, and its bytes.
  struct Code {
    float advance;
    int length;
  };

  // A character that is held back, with what it is drawn with.
  struct Held {
    std::unique_ptr<GfxState> state;
    double x, y, dx, dy, originX, originY, along;
    CharCode code;
    int byteCount;
    std::vector<Unicode> unicode;
    int skipped; // bytes of white space after it
  };

  int mcid() const { return open.empty() ? -1 : open.back(); }
  recto_character_kind kindOf(GfxState *state, double x, double y, double along, Unicode scalar);

  // Leaves out white space of what is a copy, or may be one.
  void skip(int byteCount);

  // Ends a row of characters.
  void release();
  void drawHeld();
  void take(GfxState *state, double x, double y, double dx, double dy, double originX, double originY, double along,
            CharCode code, int byteCount, const Unicode *unicode, int length);
  void rememberSlant(GfxState *state, double x, double y, double dx, double dy);

  // Poppler's words do not tell a space that was drawn from a gap that was left.
  void rememberSpace(GfxState *state, double x, double y, double dx, double dy, const Unicode *unicode, int length);
  void endSpace();
  void rememberCode(double along, int byteCount);

  XRef *xref = nullptr; // of the page's document
  bool marked, isInActualText = false;
  std::unique_ptr<recto_repeats, decltype(&recto_repeats_free)> repeats{nullptr, recto_repeats_free};
  recto_character_kind kind = RECTO_CHARACTER_IS_NEW; // of the last character but white space
  std::unique_ptr<Held> held;
  bool isFontOther = false; // TextPage may have the font of another character than the next
  int position = 0;
  DrawnSpace space = {0, -1, 0, 0, 0, 0}; // the current white space; `first` is -1 outside of any
  int annotationsPosition = std::numeric_limits<int>::max();
  std::vector<int> open;
  std::map<int, int> marks; // from this character on, this identifier
  std::unordered_map<int, Slant> slants;
  std::vector<DrawnSpace> spaces;
  std::vector<Code> codes;                 // by the position of their first byte
};

} // namespace recto
