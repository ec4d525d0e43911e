// The one thing needed of ICU's bidirectional algorithm, behind a header of its own: ICU's headers
// rename every function by version, which Swift cannot follow, and clash with Foundation's copy.

#ifndef CBIDI_H
#define CBIDI_H

#include <stdbool.h>
#include <stdint.h>

// For a line of UTF-16 text stored in the order in which it stands on the page, left to right,
// fills `order` with the indices of its units in reading order.
//
// Returns false where ICU fails; `order` is undefined then. Calls ubidi_setPara in the mode
// UBIDI_REORDER_INVERSE_NUMBERS_AS_L.
bool recto_bidi_reading_order(const uint16_t *text, int32_t length, bool right_to_left, int32_t *order);

#endif
