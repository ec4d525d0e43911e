#include "CRectoUnicode.h"

#include <string.h>
#include <unicode/uloc.h>

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
