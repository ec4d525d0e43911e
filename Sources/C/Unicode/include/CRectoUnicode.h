// The functions needed of ICU, behind a separate header: ICU's headers rename every function by
// version, which Swift cannot follow, and clash with Foundation's copy.
//
// Text is UTF-16, well-formed or not; an unpaired surrogate counts as a character.

#ifndef CRECTOUNICODE_H
#define CRECTOUNICODE_H

#include <stdbool.h>
#include <stdint.h>

// For a line of UTF-16 text in visual order, left to right,
// fills `order` with the indices of its units in reading order.
//
// Returns false if ICU fails; `order` is undefined then. Calls ubidi_setPara in the mode
// UBIDI_REORDER_INVERSE_NUMBERS_AS_L.
bool unicode_reading_order(const uint16_t *text, int32_t length, bool right_to_left, int32_t *order);

// Resolves compatibility forms (UAX 15, NFKD), drops accents and points unless `keep_marks`, and joiners
// and other signs that are not read, and folds case unless `keep_case`, into `folded`, which has room for
// `capacity` units.
//
// Returns the length of the result, or -1 where it does not fit or ICU fails. Calls
// unorm2_normalize and u_strFoldCase.
int32_t unicode_fold(
    const uint16_t *text, int32_t length, bool keep_case, bool keep_marks, uint16_t *folded,
    int32_t capacity);

// Composes letters and their marks (UAX 15, NFC) into `composed`, which has room for `capacity`
// units.
//
// Returns the length of the result, or -1 where it does not fit or ICU fails. Calls
// unorm2_normalize.
int32_t unicode_compose(
    const uint16_t *text, int32_t length, uint16_t *composed, int32_t capacity);

// Guesses the encoding of a text from its bytes: writes its name for ICU's converters, and how sure
// the guess is, from 0 to 100.
//
// Returns false without a guess. Calls ucsdet_detect.
bool unicode_guess_encoding(
    const char *bytes, int32_t length, char *encoding, int32_t capacity, int32_t *confidence);

// Decodes a text into `units`, which has room for `capacity` units; bytes that the encoding does
// not have become U+FFFD.
//
// Returns the number of units, or -1 if ICU fails or they do not fit. Calls ucnv_toUChars.
int32_t unicode_decode(
    const char *encoding, const char *bytes, int32_t length, uint16_t *units, int32_t capacity);

// A regular expression as ICU reads it. It belongs to one thread at a time.
typedef struct unicode_regex unicode_regex;

// Returns NULL if the pattern is not valid or too large, with the place in it where that shows,
// in units, in `position`; -1 where ICU does not say. `nanoseconds` is the time of processor that
// all calls of unicode_regex_next may take together. Calls uregex_open.
unicode_regex *unicode_regex_open(
    const uint16_t *pattern, int32_t length, bool ignore_case, int64_t nanoseconds,
    int32_t *position);
void unicode_regex_close(unicode_regex *regex);

// Cancels a running match, from any thread, and all that follow.
void unicode_regex_cancel(unicode_regex *regex);

// Starts matching a text at `start`. The text must stay valid until the last call of
// unicode_regex_next; only assertions see the part before `start`.
//
// Returns false if ICU fails. Calls uregex_setText and uregex_setRegion.
bool unicode_regex_start(
    unicode_regex *regex, const uint16_t *text, int32_t length, int32_t start);

typedef enum {
  UNICODE_REGEX_MATCH,
  UNICODE_REGEX_NO_MATCH,
  // The time is over, or ICU's stack of 8 MB.
  UNICODE_REGEX_TOO_LONG,
  UNICODE_REGEX_CANCELLED,
} unicode_regex_result;

// Writes where the next match is. Calls uregex_findNext.
unicode_regex_result unicode_regex_next(unicode_regex *regex, int32_t *start, int32_t *end);

// Writes ICU's name of the locale that a BCP 47 tag means, with `keyword` set to `value` unless
// that is NULL. The part after the tag's well-formed beginning is ignored.
//
// Returns false if it does not fit or ICU fails. Calls uloc_forLanguageTag and
// uloc_setKeywordValue.
bool unicode_locale(
    const char *tag, const char *keyword, const char *value, char *locale, int32_t capacity);

// Writes the language and the script that a locale such as "ja" or "und_Arab" most likely means.
//
// Returns false if they do not fit or ICU fails. Calls uloc_addLikelySubtags.
bool unicode_likely_language(
    const char *locale, char *language, int32_t language_capacity, char *script,
    int32_t script_capacity);

// True if a locale such as "ar" or "az_Arab" is mostly written from right to left. Calls
// uloc_isRightToLeft.
bool unicode_is_right_to_left(const char *locale);

// The quotation marks of a locale such as "de_CH": start and end, and start and end inside of other
// quotes. False if the locale has marks of several code units. Calls ulocdata_getDelimiter.
bool unicode_quotation_marks(const char *locale, uint16_t marks[4]);

// Calls `found` with each name of a month from 1 to 12, whole and short, and of a weekday, whose
// month is 0, in the Gregorian calendar of a locale.
//
// Returns false if ICU fails. Calls udat_getSymbols.
bool unicode_calendar_names(
    const char *locale,
    void (*found)(void *context, int32_t month, const uint16_t *name, int32_t length),
    void *context);

// Writes an amount of a currency (ISO 4217, three letters and a null) as a locale does.
//
// Returns the length of the text, or -1 where it does not fit or ICU fails. Calls
// unum_formatDoubleCurrency.
int32_t unicode_format_price(
    const char *locale, double amount, const uint16_t currency[4], uint16_t *text,
    int32_t capacity);

// Memory for the bidirectional algorithm (UAX 9), which grows with the longest text it met.
typedef struct unicode_bidi unicode_bidi;

// Returns NULL if memory is short.
unicode_bidi *unicode_bidi_open(void);
void unicode_bidi_close(unicode_bidi *bidi);

typedef enum {
  UNICODE_LEFT_TO_RIGHT,
  UNICODE_RIGHT_TO_LEFT,
  // By the first strong character (P2, P3), with the direction of a text that has none.
  UNICODE_FIRST_STRONG_OR_LEFT_TO_RIGHT,
  UNICODE_FIRST_STRONG_OR_RIGHT_TO_LEFT,
} unicode_base_direction;

// Set on the levels of units that take the paragraph's level at the end of a line (L1).
#define UNICODE_BIDI_RESET_AT_LINE_END 0x80

// Fills `levels`, one for each unit, with the embedding levels of a paragraph of `length` > 0
// units; those of removed characters (X9) are their neighbors'.
//
// A separator within the paragraph ends embeddings and isolates; the paragraph's level stays.
//
// Returns the paragraph's level, or -1 without memory. Calls fribidi_get_par_embedding_levels_ex.
int32_t unicode_bidi_resolve(
    unicode_bidi *bidi, const uint16_t *text, int32_t length, unicode_base_direction direction,
    uint8_t *levels);

// True if the character is of bidirectional class L. Calls u_charDirection.
bool unicode_is_left_to_right_letter(uint32_t scalar);

// Finds boundaries in one text after another, by the rules of one kind and locale.
typedef struct unicode_breaks unicode_breaks;

typedef enum {
  // Extended grapheme clusters (UAX 29); places where a line may end (UAX 14).
  UNICODE_GRAPHEME_BREAKS,
  UNICODE_LINE_BREAKS,
} unicode_break_kind;

typedef struct {
  // In units from the beginning of the text.
  int32_t offset;
  // ICU's rule status: ULineBreakTag.
  int32_t status;
} unicode_boundary;

// Returns NULL if ICU fails. Calls ubrk_open.
unicode_breaks *unicode_breaks_open(unicode_break_kind kind, const char *locale);
void unicode_breaks_close(unicode_breaks *breaks);

// Begins a text, which must stay where it is until the last call of unicode_breaks_next.
//
// Returns false if ICU fails. Calls ubrk_setText.
bool unicode_breaks_start(unicode_breaks *breaks, const uint16_t *text, int32_t length);

// Writes the next boundaries, at most `capacity`; the last is the end of the text, and the start is
// not included.
//
// Returns their number: 0 after the last. Calls ubrk_next.
int32_t unicode_breaks_next(
    unicode_breaks *breaks, unicode_boundary *boundaries, int32_t capacity);

// ICU's number of the character's script (UAX 24): 0 is Common, 1 Inherited. Calls
// uscript_getScript.
uint16_t unicode_script(uint32_t scalar);

// The ISO 15924 tag of such a number, its first letter in the highest byte.
uint32_t unicode_script_tag(uint16_t script);

// The other bracket of a pair (BidiBrackets.txt); both are 0 for other characters.
typedef struct {
  uint32_t opener;
  uint32_t closer;
} unicode_bracket;

unicode_bracket unicode_bracket_of(uint32_t scalar);

// Binary properties of UTS 51 and UAX 44. They call u_hasBinaryProperty.
bool unicode_is_emoji(uint32_t scalar);
bool unicode_is_emoji_presentation(uint32_t scalar);
bool unicode_is_emoji_modifier_base(uint32_t scalar);
bool unicode_is_extended_pictographic(uint32_t scalar);
bool unicode_is_default_ignorable(uint32_t scalar);

// True if the character is of general category Me.
bool unicode_is_enclosing_mark(uint32_t scalar);

// UAX 50: 0 for R, 1 for Tr, 2 for Tu, 3 for U.
int32_t unicode_vertical_orientation(uint32_t scalar);

typedef enum { UNICODE_UPPERCASE, UNICODE_LOWERCASE, UNICODE_CAPITALIZE } unicode_case_change;

// Writes the text in another case by the rules of ICU's `locale`; capitalizing changes only the
// first letters of words.
//
// Returns the length of the whole result, or -1 if ICU fails. If the length exceeds `capacity`, the
// buffer's content is undefined. Calls u_strToUpper, u_strToLower or ucasemap_toTitle.
int32_t unicode_change_case(
    const uint16_t *text, int32_t length, unicode_case_change change, const char *locale,
    uint16_t *result, int32_t capacity);

#endif
