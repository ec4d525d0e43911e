#include "CRectoUnicode.h"

#include <fribidi/fribidi.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf16.h>

struct unicode_bidi {
  int32_t capacity;
  // By code point.
  FriBidiChar *scalars;
  FriBidiCharType *types;
  FriBidiBracketType *brackets;
  FriBidiLevel *levels;
};

unicode_bidi *unicode_bidi_open(void) { return calloc(1, sizeof(unicode_bidi)); }

static void release(unicode_bidi *bidi) {
  free(bidi->scalars);
  free(bidi->types);
  free(bidi->brackets);
  free(bidi->levels);
  *bidi = (unicode_bidi){0};
}

void unicode_bidi_close(unicode_bidi *bidi) {
  if (bidi) release(bidi);
  free(bidi);
}

static bool reserve(unicode_bidi *bidi, int32_t length) {
  if (length <= bidi->capacity) return true;
  release(bidi);
  size_t count = (size_t)length;
  bidi->scalars = malloc(count * sizeof *bidi->scalars);
  bidi->types = malloc(count * sizeof *bidi->types);
  bidi->brackets = malloc(count * sizeof *bidi->brackets);
  bidi->levels = malloc(count * sizeof *bidi->levels);
  bool is_there = bidi->scalars && bidi->types && bidi->brackets && bidi->levels;
  if (is_there) bidi->capacity = length;
  else release(bidi);
  return is_there;
}

// The code points of a text; gives their count.
static int32_t decode(unicode_bidi *bidi, const uint16_t *text, int32_t length) {
  int32_t count = 0;
  for (int32_t position = 0; position < length;) {
    UChar32 scalar;
    U16_NEXT(text, position, length, scalar);
    bidi->scalars[count++] = (FriBidiChar)scalar;
  }
  return count;
}

// The end of the paragraph (P1) that begins at `start`, its separator with it.
static int32_t paragraph_end(const unicode_bidi *bidi, int32_t start, int32_t count) {
  int32_t end = start;
  while (end < count)
    if (bidi->types[end++] == FRIBIDI_TYPE_BS) break;
  return end;
}

// FriBidi's time grows with the square of bracket pairs, and with the length of the text for each
// isolate that takes its direction from its content. Real texts have fewer than these; beyond the
// limits, brackets are ordinary neutrals, and further isolates run from left to right.
enum { MAX_BRACKETS = 10000, MAX_FIRST_STRONG_ISOLATES = 500 };

static void bound(unicode_bidi *bidi, int32_t count) {
  int32_t brackets = 0, isolates = 0;
  for (int32_t index = 0; index < count; index++) {
    brackets += bidi->brackets[index] != FRIBIDI_NO_BRACKET;
    if (bidi->types[index] == FRIBIDI_TYPE_FSI && ++isolates > MAX_FIRST_STRONG_ISOLATES)
      bidi->types[index] = FRIBIDI_TYPE_LRI;
  }
  if (brackets > MAX_BRACKETS) memset(bidi->brackets, 0, (size_t)count * sizeof *bidi->brackets);
}

// True for characters that take the base level at the end of a line: white space and zero-width
// ones.
static bool is_reset_at_line_end(FriBidiCharType type) {
  return FRIBIDI_IS_EXPLICIT_OR_BN_OR_WS(type) || FRIBIDI_IS_ISOLATE(type) ||
         FRIBIDI_IS_SEPARATOR(type);
}

int32_t unicode_bidi_resolve(
    unicode_bidi *bidi, const uint16_t *text, int32_t length, unicode_base_direction direction,
    uint8_t *levels) {
  if (!reserve(bidi, length)) return -1;
  int32_t count = decode(bidi, text, length);
  fribidi_get_bidi_types(bidi->scalars, count, bidi->types);
  fribidi_get_bracket_types(bidi->scalars, count, bidi->types, bidi->brackets);
  bound(bidi, count);
  static const FriBidiParType wishes[] = {
      [UNICODE_LEFT_TO_RIGHT] = FRIBIDI_PAR_LTR,
      [UNICODE_RIGHT_TO_LEFT] = FRIBIDI_PAR_RTL,
      [UNICODE_FIRST_STRONG_OR_LEFT_TO_RIGHT] = FRIBIDI_PAR_WLTR,
      [UNICODE_FIRST_STRONG_OR_RIGHT_TO_LEFT] = FRIBIDI_PAR_WRTL,
  };
  FriBidiParType base = wishes[direction];
  for (int32_t start = 0, end; start < count; start = end) {
    end = paragraph_end(bidi, start, count);
    // The first paragraph decides on `base`, which is an answer too. (fribidi_get_par_direction
    // looks into isolates that are not closed.)
    if (!fribidi_get_par_embedding_levels_ex(
            bidi->types + start, bidi->brackets + start, end - start, &base, bidi->levels + start))
      return -1;
    base = FRIBIDI_IS_RTL(base) ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
  }
  for (int32_t index = 0, unit = 0; index < count; index++) {
    uint8_t level = (uint8_t)bidi->levels[index];
    if (is_reset_at_line_end(bidi->types[index])) level |= UNICODE_BIDI_RESET_AT_LINE_END;
    levels[unit++] = level;
    if (bidi->scalars[index] > 0xFFFF) levels[unit++] = level;
  }
  return FRIBIDI_IS_RTL(base) ? 1 : 0;
}

bool unicode_is_left_to_right_letter(uint32_t scalar) {
  return u_charDirection((UChar32)scalar) == U_LEFT_TO_RIGHT;
}
