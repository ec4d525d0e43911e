// The two things needed of ICU, behind a header of their own: ICU's headers rename every function
// by version, which Swift cannot follow, and clash with Foundation's copy.

#ifndef CUNICODE_H
#define CUNICODE_H

#include <stdbool.h>
#include <stdint.h>

// For a line of UTF-16 text stored in the order in which it stands on the page, left to right,
// fills `order` with the indices of its units in reading order.
//
// Returns false where ICU fails; `order` is undefined then. Calls ubidi_setPara in the mode
// UBIDI_REORDER_INVERSE_NUMBERS_AS_L.
bool unicode_reading_order(const uint16_t *text, int32_t length, bool right_to_left, int32_t *order);

// Resolves compatibility forms (UAX 15, NFKD), drops accents and points and, unless `keep_case`,
// folds case, into `folded`, which has room for `capacity` units.
//
// Returns the length of the result, or -1 where it does not fit or ICU fails. Calls
// unorm2_normalize and u_strFoldCase.
int32_t unicode_fold(
    const uint16_t *text, int32_t length, bool keep_case, uint16_t *folded, int32_t capacity);

#endif
