// Finds characters that are drawn again over themselves, as a shadow or in place of a bold font.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A character on a page, in points.
typedef struct {
  double x, y; // where it begins; the y of its baseline, or anything else that is the same for copies
  double size;
  double advance; // of the glyph alone
  uint32_t scalar; // the first of its text
} recto_drawn_character;

typedef struct recto_repeats recto_repeats;

// Starts with none on a page of this size in points. The caller frees it; NULL where memory is short.
recto_repeats *recto_repeats_new(double width, double height);
void recto_repeats_free(recto_repeats *repeats);

// Forgets all characters.
void recto_repeats_clear(recto_repeats *repeats);

// True if the same character was noted at this place; notes it otherwise.
//
// Two letters of a word are the width of the first apart, copies are less than half of that.
bool recto_repeats_has(recto_repeats *repeats, recto_drawn_character character);

#ifdef __cplusplus
}
#endif
