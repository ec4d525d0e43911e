#include "CRectoUnicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

// True if a mark is an accent or a point that a reader may leave out: those of Latin, Greek and
// Cyrillic (combining classes from 200), of Hebrew and of Arabic (10 to 36). Vowel signs of Indic
// scripts and the voicing marks of kana make other letters.
static bool is_mark(UChar32 scalar) {
  uint8_t class = u_getCombiningClass(scalar);
  return class >= 200 || (class >= 10 && class <= 36);
}

// True for a character that readers do not see as a letter: joiners, directional marks, and the tatweel that
// stretches Arabic words.
static bool is_unread(UChar32 scalar) {
  return scalar == 0x0640 || u_hasBinaryProperty(scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

// Removes what is not read, and marks unless they are kept, in place, and gives the new length.
static int32_t drop_optional(UChar *text, int32_t length, bool keep_marks) {
  int32_t read = 0, written = 0;
  while (read < length) {
    UChar32 scalar;
    U16_NEXT(text, read, length, scalar);
    if (is_unread(scalar) || (!keep_marks && is_mark(scalar))) continue;
    U16_APPEND_UNSAFE(text, written, scalar);
  }
  return written;
}

int32_t unicode_fold(
    const uint16_t *text, int32_t length, bool keep_case, bool keep_marks, uint16_t *folded,
    int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *normalizer = unorm2_getNFKDInstance(&status);
  int32_t count = unorm2_normalize(normalizer, text, length, folded, capacity, &status);
  if (U_FAILURE(status)) return -1;
  count = drop_optional(folded, count, keep_marks);
  if (keep_case) return count;
  // Folding needs another place to write to; a hit is short, and the page's letters come singly.
  UChar source[256];
  if (count > 256) return -1;
  u_memcpy(source, folded, count);
  count = u_strFoldCase(folded, capacity, source, count, U_FOLD_CASE_DEFAULT, &status);
  return U_FAILURE(status) ? -1 : count;
}

int32_t unicode_compose(
    const uint16_t *text, int32_t length, uint16_t *composed, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *normalizer = unorm2_getNFCInstance(&status);
  int32_t count = unorm2_normalize(normalizer, text, length, composed, capacity, &status);
  return U_FAILURE(status) ? -1 : count;
}
