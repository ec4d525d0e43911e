#include "CRectoUnicode.h"

#include <unicode/ucasemap.h>
#include <unicode/ustring.h>

// Capital letters at the beginnings of words; the others stay as they are.
static int32_t capitalize(
    const UChar *text, int32_t length, const char *locale, UChar *result, int32_t capacity,
    UErrorCode *status) {
  UCaseMap *map = ucasemap_open(locale, U_TITLECASE_NO_LOWERCASE, status);
  int32_t count = ucasemap_toTitle(map, result, capacity, text, length, status);
  ucasemap_close(map);
  return count;
}

int32_t unicode_change_case(
    const uint16_t *text, int32_t length, unicode_case_change change, const char *locale,
    uint16_t *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = 0;
  switch (change) {
    case UNICODE_UPPERCASE:
      count = u_strToUpper(result, capacity, text, length, locale, &status);
      break;
    case UNICODE_LOWERCASE:
      count = u_strToLower(result, capacity, text, length, locale, &status);
      break;
    case UNICODE_CAPITALIZE:
      count = capitalize(text, length, locale, result, capacity, &status);
      break;
  }
  // The length of what did not fit is a result too.
  return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : count;
}
