#include "CRectoUnicode.h"

#include <unicode/udat.h>

static const struct {
  UDateFormatSymbolType type;
  // Weekdays begin with an empty name.
  int32_t first;
  bool is_month;
} lists[] = {
    {UDAT_MONTHS, 0, true},
    {UDAT_SHORT_MONTHS, 0, true},
    {UDAT_STANDALONE_MONTHS, 0, true},
    {UDAT_STANDALONE_SHORT_MONTHS, 0, true},
    {UDAT_WEEKDAYS, 1, false},
    {UDAT_SHORT_WEEKDAYS, 1, false},
};

bool unicode_calendar_names(
    const char *locale,
    void (*found)(void *context, int32_t month, const uint16_t *name, int32_t length),
    void *context) {
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *format =
      udat_open(UDAT_DEFAULT, UDAT_DEFAULT, locale, NULL, 0, NULL, 0, &status);
  if (U_FAILURE(status)) return false;
  for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
    int32_t count = udat_countSymbols(format, lists[list].type);
    for (int32_t index = lists[list].first; index < count; index++) {
      UChar name[64];
      status = U_ZERO_ERROR;
      int32_t length = udat_getSymbols(format, lists[list].type, index, name, 64, &status);
      if (U_FAILURE(status) || length > 64) continue;
      found(context, lists[list].is_month ? index + 1 : 0, name, length);
    }
  }
  udat_close(format);
  return true;
}
