#include "CRectoUnicode.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unicode/uregex.h>

struct unicode_regex {
  URegularExpression *expression;
  // Processor time: the remaining budget, and the thread's time at which it ends.
  int64_t nanoseconds_left, end;
  atomic_bool is_cancelled;
};

enum { STACK_BYTES = 8000000 };

static int64_t processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool goes_on(const unicode_regex *regex) {
  return !atomic_load_explicit(&regex->is_cancelled, memory_order_relaxed) &&
         processor_time() < regex->end;
}

static UBool match_goes_on(const void *regex, int32_t steps) { return goes_on(regex); }

static UBool search_goes_on(const void *regex, int64_t index) { return goes_on(regex); }

unicode_regex *unicode_regex_open(
    const uint16_t *pattern, int32_t length, bool ignore_case, int64_t nanoseconds,
    int32_t *position) {
  *position = -1;
  unicode_regex *regex = calloc(1, sizeof *regex);
  if (!regex) return NULL;
  regex->nanoseconds_left = nanoseconds;
  UParseError place = {.offset = -1};
  UErrorCode status = U_ZERO_ERROR;
  regex->expression = uregex_open(
      pattern, length, ignore_case ? UREGEX_CASE_INSENSITIVE : 0, &place, &status);
  uregex_setStackLimit(regex->expression, STACK_BYTES, &status);
  uregex_setMatchCallback(regex->expression, match_goes_on, regex, &status);
  uregex_setFindProgressCallback(regex->expression, search_goes_on, regex, &status);
  if (U_SUCCESS(status)) return regex;
  *position = place.offset;
  unicode_regex_close(regex);
  return NULL;
}

void unicode_regex_close(unicode_regex *regex) {
  if (!regex) return;
  if (regex->expression) uregex_close(regex->expression);
  free(regex);
}

void unicode_regex_cancel(unicode_regex *regex) { atomic_store(&regex->is_cancelled, true); }

bool unicode_regex_start(
    unicode_regex *regex, const uint16_t *text, int32_t length, int32_t start) {
  UErrorCode status = U_ZERO_ERROR;
  uregex_setText(regex->expression, text, length, &status);
  uregex_setRegion(regex->expression, start, length, &status);
  uregex_useTransparentBounds(regex->expression, true, &status);
  uregex_useAnchoringBounds(regex->expression, false, &status);
  return U_SUCCESS(status);
}

unicode_regex_result unicode_regex_next(unicode_regex *regex, int32_t *start, int32_t *end) {
  // ICU asks whether it may go on after ten thousand steps only.
  if (regex->nanoseconds_left <= 0) return UNICODE_REGEX_TOO_LONG;
  int64_t begin = processor_time();
  regex->end = begin + regex->nanoseconds_left;
  UErrorCode status = U_ZERO_ERROR;
  bool is_found = uregex_findNext(regex->expression, &status);
  regex->nanoseconds_left -= processor_time() - begin;
  if (U_FAILURE(status))
    return atomic_load(&regex->is_cancelled) ? UNICODE_REGEX_CANCELLED : UNICODE_REGEX_TOO_LONG;
  if (!is_found) return UNICODE_REGEX_NO_MATCH;
  *start = uregex_start(regex->expression, 0, &status);
  *end = uregex_end(regex->expression, 0, &status);
  return U_SUCCESS(status) ? UNICODE_REGEX_MATCH : UNICODE_REGEX_TOO_LONG;
}
