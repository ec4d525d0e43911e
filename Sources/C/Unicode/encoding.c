#include "CRectoUnicode.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <string.h>

bool unicode_guess_encoding(
    const char *bytes, int32_t length, char *encoding, int32_t capacity, int32_t *confidence) {
  UErrorCode status = U_ZERO_ERROR;
  UCharsetDetector *detector = ucsdet_open(&status);
  ucsdet_setText(detector, bytes, length, &status);
  const UCharsetMatch *match = U_SUCCESS(status) ? ucsdet_detect(detector, &status) : NULL;
  bool is_found = false;
  if (match != NULL && U_SUCCESS(status)) {
    const char *name = ucsdet_getName(match, &status);
    *confidence = ucsdet_getConfidence(match, &status);
    is_found = U_SUCCESS(status) && strlen(name) < (size_t)capacity;
    if (is_found) strcpy(encoding, name);
  }
  if (detector != NULL) ucsdet_close(detector);
  return is_found;
}

int32_t unicode_decode(
    const char *encoding, const char *bytes, int32_t length, uint16_t *units, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(encoding, &status);
  if (U_FAILURE(status)) return -1;
  int32_t count = ucnv_toUChars(converter, units, capacity, bytes, length, &status);
  ucnv_close(converter);
  return U_FAILURE(status) ? -1 : count;
}
