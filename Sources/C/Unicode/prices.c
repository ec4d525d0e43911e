#include "CRectoUnicode.h"

#include <unicode/unum.h>

int32_t unicode_format_price(
    const char *locale, double amount, const uint16_t currency[4], uint16_t *text,
    int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = unum_open(UNUM_CURRENCY, NULL, 0, locale, NULL, &status);
  if (U_FAILURE(status)) return -1;
  UChar code[4] = {currency[0], currency[1], currency[2], 0};
  int32_t length =
      unum_formatDoubleCurrency(format, amount, code, text, capacity, NULL, &status);
  unum_close(format);
  return U_SUCCESS(status) && length <= capacity ? length : -1;
}
