#include "CRectoUnicode.h"

#include <unicode/ubidi.h>

bool unicode_reading_order(const uint16_t *text, int32_t length, bool right_to_left, int32_t *order) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_openSized(length, 0, &status);
  if (!bidi) return false;
  ubidi_setReorderingMode(bidi, UBIDI_REORDER_INVERSE_NUMBERS_AS_L);
  ubidi_setPara(bidi, (const UChar *)text, length, right_to_left ? 1 : 0, NULL, &status);
  // Read backwards, the algorithm's "visual" side is the logical one.
  ubidi_getVisualMap(bidi, order, &status);
  ubidi_close(bidi);
  return U_SUCCESS(status);
}
