#include "CUnicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

// Removes nonspacing marks in place and gives the new length.
static int32_t drop_marks(UChar *text, int32_t length) {
  int32_t read = 0, written = 0;
  while (read < length) {
    UChar32 scalar;
    U16_NEXT(text, read, length, scalar);
    if (u_charType(scalar) == U_NON_SPACING_MARK) continue;
    U16_APPEND_UNSAFE(text, written, scalar);
  }
  return written;
}

int32_t unicode_fold(
    const uint16_t *text, int32_t length, bool keep_case, uint16_t *folded, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *normalizer = unorm2_getNFKDInstance(&status);
  int32_t count = unorm2_normalize(normalizer, text, length, folded, capacity, &status);
  if (U_FAILURE(status)) return -1;
  count = drop_marks(folded, count);
  if (keep_case) return count;
  // Folding needs another place to write to; a hit is short, and the page's letters come singly.
  UChar source[256];
  if (count > 256) return -1;
  u_memcpy(source, folded, count);
  count = u_strFoldCase(folded, capacity, source, count, U_FOLD_CASE_DEFAULT, &status);
  return U_FAILURE(status) ? -1 : count;
}
