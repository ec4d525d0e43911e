// Finds characters that are drawn again over themselves, as a shadow or in place of a bold font.
//
// A character at exactly the place of an equal one is a copy. One that is slightly beside it may belong to another
// text: two in a row with the same offset are copies, so the first one is held back until the next is known.
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

typedef enum {
  RECTO_CHARACTER_IS_NEW,  // and so is the one that is held back, if there is one
  RECTO_CHARACTER_IS_HELD, // back; one before it is new
  RECTO_CHARACTER_IS_COPY, // and so is the one that is held back
  RECTO_CHARACTER_IS_LONE_COPY, // the one that is held back is new
} recto_character_kind;

typedef struct recto_repeats recto_repeats;

// Starts with none on a page of this size in points. The caller frees it; NULL where memory is short.
recto_repeats *recto_repeats_new(double width, double height);
void recto_repeats_free(recto_repeats *repeats);

// Tells of the next character what it is.
recto_character_kind recto_repeats_next(recto_repeats *repeats, recto_drawn_character character);

// Ends a row of characters: the one that is held back is new.
void recto_repeats_end_row(recto_repeats *repeats);

// Forgets all characters.
void recto_repeats_clear(recto_repeats *repeats);

#ifdef __cplusplus
}
#endif
