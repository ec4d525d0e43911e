// The words of a page, collected before they are written, so that a line without words, or a box
// that does not contain its content, can be corrected.
#pragma once

#include "djvu.h"

struct word {
  size_t text, text_end;    // in `text` below
  size_t glyph, glyph_end;  // in `glyphs` below
  int block, line;          // numbers that change where a new one begins
  bool is_right_to_left;
};

struct words {
  char *text;
  struct box *glyphs;
  struct word *words;
  size_t text_count, text_room, glyph_count, glyph_room, word_count, word_room;
  int block, line;
  bool is_in_word;
  bool has_no_memory;
};

// Adds a run of text that fills `box` with characters of equal width, from the right where any is
// of a script that runs so. White space ends the word that is being added; the end of the run does
// not.
void words_add(struct words *words, struct box box, const char *text, size_t count);
void words_end_word(struct words *words);
void words_end_line(struct words *words);
void words_end_block(struct words *words);
void words_free(struct words *words);

// The smallest box around both.
struct box box_union(struct box a, struct box b);

// Writes the member "blocks".
struct json;
void words_write(struct json *json, const struct words *words);
