// Pieces of words as an engine finds them on a page, before words are made of them.
//
// Coordinates are those of the page as it is shown, origin at the top left, y down.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  double x1, y1, x2, y2;
} recto_box;

typedef struct {
  recto_box box;
  double baseline;  // y of the baseline, or x where the rotation is odd
  double size;
  double letter_gap;  // between its characters, on average
  uint32_t first_char, char_count;
  uint32_t font;    // an index
  int32_t mcid;     // the marked-content identifier in effect, or -1
  int32_t position; // in the content stream, counted in character codes
  int32_t end_position;
  int32_t spaces_position; // of the white space drawn directly before it; `position` where none is
  uint8_t rotation; // quarter turns clockwise of the text itself
  bool vertical;    // vertical writing mode
  // White space is drawn beside it, at the start or the end of its box, in any drawing order.
  bool space_at_start, space_at_end;
  bool annotation;  // of an annotation, such as the value of a form's field
  // Text at another angle has the ends of its baseline here.
  bool diagonal;
  double start_x, start_y, end_x, end_y;
} recto_word;

typedef struct {
  uint32_t first_word, word_count;
} recto_line;

typedef struct {
  uint32_t first_line, line_count;
} recto_block;
