#include <stdarg.h>
#include <stdio.h>

#include "djvu.h"

int32_t fail(recto_sink *sink, int32_t status, const char *format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (length >= (int)sizeof sentence) length = sizeof sentence - 1;
  if (sink && sink->append && length > 0) sink->append(sink->context, sentence, length);
  return status;
}

int32_t fail_damaged(struct book *book, recto_sink *sink, const char *what) {
  return book->complaint[0] ? fail(sink, RECTO_DAMAGED, "%s is damaged: %s", what, book->complaint)
                            : fail(sink, RECTO_DAMAGED, "%s is damaged", what);
}
