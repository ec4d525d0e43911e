/* Where the glyphs that are drawn leave ink. */

#ifndef GLYPH_INK_H
#define GLYPH_INK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool is_whole; /* false where some glyphs were drawn by Cairo, or not looked at */
  double left, top, right, bottom; /* in pixels of the device, y down; nothing if left > right */
} recto_glyph_ink;

/* Notes the glyphs that the calling thread draws from now on, whether their place is in the clip or
 * not; NULL ends that. */
void recto_note_glyph_ink(recto_glyph_ink *ink);

#ifdef __cplusplus
}
#endif

#endif
