#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "utf8.h"

struct box box_union(struct box a, struct box b) {
  double left = fmin(a.x, b.x), top = fmin(a.y, b.y);
  double right = fmax(a.x + a.width, b.x + b.width), bottom = fmax(a.y + a.height, b.y + b.height);
  return (struct box){left, top, right - left, bottom - top};
}

// Makes room for `added` more of what takes `size` bytes each.
static bool reserve(struct words *words, void **items, size_t *room, size_t count, size_t added,
                    size_t size) {
  if (count + added <= *room) return true;
  size_t larger = (count + added) * 2 + 64;
  void *moved = realloc(*items, larger * size);
  if (!moved) {
    words->has_no_memory = true;
    return false;
  }
  *items = moved;
  *room = larger;
  return true;
}

static bool begin_word(struct words *words) {
  if (words->is_in_word) return true;
  if (!reserve(words, (void **)&words->words, &words->word_room, words->word_count, 1,
               sizeof *words->words)) {
    return false;
  }
  words->words[words->word_count++] = (struct word){
      .text = words->text_count,
      .text_end = words->text_count,
      .glyph = words->glyph_count,
      .glyph_end = words->glyph_count,
      .block = words->block,
      .line = words->line,
  };
  words->is_in_word = true;
  return true;
}

// Adds a character, with a glyph of its own unless `glyph` is null.
static void add_character(struct words *words, const char *text, size_t length,
                          const struct box *glyph) {
  if (!reserve(words, (void **)&words->text, &words->text_room, words->text_count, length, 1) ||
      !reserve(words, (void **)&words->glyphs, &words->glyph_room, words->glyph_count, 1,
               sizeof *words->glyphs)) {
    return;
  }
  memcpy(words->text + words->text_count, text, length);
  words->text_count += length;
  if (glyph) words->glyphs[words->glyph_count++] = *glyph;
  struct word *word = &words->words[words->word_count - 1];
  word->text_end = words->text_count;
  word->glyph_end = words->glyph_count;
}

// The number of glyphs in a run; sets `runs_left` if any is of a script that runs from right to
// left.
static size_t count_glyphs(const char *text, size_t count, bool is_in_word, bool *runs_left) {
  size_t glyphs = 0;
  *runs_left = false;
  for (size_t place = 0, length; place < count; place += length) {
    uint32_t character = utf8_character(text + place, count - place, &length);
    if (!is_mark(character) || !is_in_word) glyphs++;
    if (is_right_to_left_character(character)) *runs_left = true;
    is_in_word = !is_white_space(character);
  }
  return glyphs;
}

void words_add(struct words *words, struct box box, const char *text, size_t count) {
  bool runs_left;
  size_t glyphs = count_glyphs(text, count, words->is_in_word, &runs_left);
  double width = glyphs ? box.width / glyphs : 0;
  size_t glyph = 0;
  for (size_t place = 0, length; place < count; place += length) {
    uint32_t character = utf8_character(text + place, count - place, &length);
    // A mark has no glyph of its own, if there is something for it to stand on.
    bool is_joined = is_mark(character) && words->is_in_word;
    size_t nth = runs_left ? glyphs - 1 - glyph : glyph;
    if (!is_joined) glyph++;
    if (is_white_space(character)) {
      words_end_word(words);
      continue;
    }
    if (!begin_word(words)) return;
    struct box place_of_glyph = {box.x + nth * width, box.y, width, box.height};
    add_character(words, text + place, length, is_joined ? NULL : &place_of_glyph);
    if (words->has_no_memory) return;
    if (is_right_to_left_character(character)) {
      words->words[words->word_count - 1].is_right_to_left = true;
    }
  }
}

void words_end_word(struct words *words) { words->is_in_word = false; }

void words_end_line(struct words *words) {
  words_end_word(words);
  words->line++;
}

void words_end_block(struct words *words) {
  words_end_line(words);
  words->block++;
}

void words_free(struct words *words) {
  free(words->text);
  free(words->glyphs);
  free(words->words);
}

static void write_box(struct json *json, const char *name, struct box box) {
  json_numbers(json, name, (double[]){box.x, box.y, box.width, box.height}, 4);
}

// Gives the word's box.
static struct box write_word(struct json *json, const struct words *words,
                             const struct word *word) {
  struct box box = words->glyphs[word->glyph];
  for (size_t glyph = word->glyph; glyph < word->glyph_end; glyph++) {
    box = box_union(box, words->glyphs[glyph]);
  }
  json_open(json, NULL, '{');
  json_text(json, "text", words->text + word->text, word->text_end - word->text);
  write_box(json, "box", box);
  json_string(json, "direction", word->is_right_to_left ? "rtl" : "ltr");
  json_open(json, "glyphs", '[');
  for (size_t glyph = word->glyph; glyph < word->glyph_end; glyph++) {
    write_box(json, NULL, words->glyphs[glyph]);
  }
  json_close(json, ']');
  json_close(json, '}');
  return box;
}

// Writes the line that begins with `*word`, moves on to the next and gives its box.
static struct box write_line(struct json *json, const struct words *words, size_t *word) {
  const struct word *first = &words->words[*word];
  json_open(json, NULL, '{');
  json_open(json, "words", '[');
  struct box box = write_word(json, words, first);
  while (++*word < words->word_count && words->words[*word].line == first->line) {
    box = box_union(box, write_word(json, words, &words->words[*word]));
  }
  json_close(json, ']');
  write_box(json, "box", box);
  // The text layer has no baselines.
  double left = box.x, right = box.x + box.width, bottom = box.y + box.height;
  json_numbers(json, "baseline",
               first->is_right_to_left ? (double[]){right, bottom, left, bottom}
                                       : (double[]){left, bottom, right, bottom},
               4);
  json_close(json, '}');
  return box;
}

void words_write(struct json *json, const struct words *words) {
  json_open(json, "blocks", '[');
  for (size_t word = 0; word < words->word_count;) {
    int block = words->words[word].block;
    json_open(json, NULL, '{');
    json_string(json, "role", "paragraph");
    json_open(json, "lines", '[');
    struct box box = write_line(json, words, &word);
    while (word < words->word_count && words->words[word].block == block) {
      box = box_union(box, write_line(json, words, &word));
    }
    json_close(json, ']');
    write_box(json, "box", box);
    json_close(json, '}');
  }
  json_close(json, ']');
}
