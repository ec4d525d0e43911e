#include "CRectoUnicode.h"

#include <stdlib.h>
#include <unicode/ubrk.h>

struct unicode_breaks {
  UBreakIterator *iterator;
};

unicode_breaks *unicode_breaks_open(unicode_break_kind kind, const char *locale) {
  static const UBreakIteratorType types[] = {UBRK_CHARACTER, UBRK_LINE};
  unicode_breaks *breaks = calloc(1, sizeof *breaks);
  if (!breaks) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  breaks->iterator = ubrk_open(types[kind], locale, NULL, 0, &status);
  if (U_SUCCESS(status)) return breaks;
  unicode_breaks_close(breaks);
  return NULL;
}

void unicode_breaks_close(unicode_breaks *breaks) {
  if (!breaks) return;
  if (breaks->iterator) ubrk_close(breaks->iterator);
  free(breaks);
}

bool unicode_breaks_start(unicode_breaks *breaks, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaks->iterator, (const UChar *)text, length, &status);
  return U_SUCCESS(status);
}

int32_t unicode_breaks_next(
    unicode_breaks *breaks, unicode_boundary *boundaries, int32_t capacity) {
  int32_t count = 0;
  while (count < capacity) {
    int32_t next = ubrk_next(breaks->iterator);
    if (next == UBRK_DONE) break;
    boundaries[count++] = (unicode_boundary){next, ubrk_getRuleStatus(breaks->iterator)};
  }
  return count;
}
