#include "CRectoUnicode.h"

#include <string.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>

bool unicode_locale(
    const char *tag, const char *keyword, const char *value, char *locale, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_forLanguageTag(tag, locale, capacity, NULL, &status);
  if (value) length = uloc_setKeywordValue(keyword, value, locale, capacity, &status);
  return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING && length < capacity;
}

bool unicode_likely_language(
    const char *locale, char *language, int32_t language_capacity, char *script,
    int32_t script_capacity) {
  char full[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_addLikelySubtags(locale, full, sizeof full, &status);
  uloc_getLanguage(full, language, language_capacity, &status);
  uloc_getScript(full, script, script_capacity, &status);
  return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

bool unicode_is_right_to_left(const char *locale) { return uloc_isRightToLeft(locale); }

bool unicode_quotation_marks(const char *locale, uint16_t marks[4]) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &status);
  if (!data) return false;
  const ULocaleDataDelimiterType types[] = {
      ULOCDATA_QUOTATION_START, ULOCDATA_QUOTATION_END, ULOCDATA_ALT_QUOTATION_START,
      ULOCDATA_ALT_QUOTATION_END};
  for (int index = 0; index < 4; index++) {
    UChar mark[2];
    // A mark of one unit fills `mark` with its end.
    if (ulocdata_getDelimiter(data, types[index], mark, 2, &status) != 1) status = U_ILLEGAL_ARGUMENT_ERROR;
    marks[index] = mark[0];
  }
  ulocdata_close(data);
  return U_SUCCESS(status);
}
