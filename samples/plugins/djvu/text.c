// The hidden text of a page: what the maker of the file, mostly a program that reads print, found
// on it. djvulibre gives it as nested lists (type left bottom right top …), in pixels from the
// bottom left of the page as it is stored; see "Hidden text syntax" of djvused(1).

#include <string.h>

#include "djvu.h"
#include "json.h"
#include "words.h"

enum level { CHARACTER, WORD, LINE, BLOCK };

// Deeper than the seven kinds of zones can be nested.
static const int deepest = 16;

// A page being read.
struct reading {
  struct words words;
  struct page_size size;
};

static enum level level_of(miniexp_t zone) {
  const char *name = miniexp_to_name(miniexp_car(zone));
  if (name && !strcmp(name, "char")) return CHARACTER;
  if (name && !strcmp(name, "word")) return WORD;
  if (name && !strcmp(name, "line")) return LINE;
  return BLOCK;  // page, column, region or para
}

static struct box box_of(const struct reading *reading, miniexp_t zone) {
  double sides[4];
  for (int index = 0; index < 4; index++) {
    miniexp_t side = miniexp_nth(index + 1, zone);
    sides[index] = miniexp_numberp(side) ? miniexp_to_int(side) : 0;
  }
  double left = sides[0], bottom = sides[1], right = sides[2], top = sides[3];
  double scale = reading->size.points_per_pixel;
  return (struct box){
      .x = left * scale,
      .y = (reading->size.height - top) * scale,
      .width = (right > left ? right - left : 0) * scale,
      .height = (top > bottom ? top - bottom : 0) * scale,
  };
}

// Text that has only one box, divided into lines of equal height.
static void add_lines(struct words *words, struct box box, const char *text, size_t count) {
  size_t lines = 1;
  for (size_t place = 0; place < count; place++) lines += text[place] == '\n';
  box.height /= lines;
  for (const char *end = text + count; text <= end;) {
    const char *found = memchr(text, '\n', end - text);
    const char *line_end = found ? found : end;
    words_add(words, box, text, line_end - text);
    words_end_line(words);
    box.y += box.height;
    text = line_end + 1;
  }
}

static void read_zone(struct reading *reading, miniexp_t zone, int depth) {
  if (!miniexp_consp(zone) || depth > deepest) return;
  struct words *words = &reading->words;
  enum level level = level_of(zone);
  // A word of a larger zone does not continue in a smaller zone beside it.
  if (level == WORD) words_end_word(words);
  if (level == LINE) words_end_line(words);
  if (level == BLOCK) words_end_block(words);
  miniexp_t content = miniexp_cdr(miniexp_cddr(miniexp_cddr(zone)));
  for (; miniexp_consp(content); content = miniexp_cdr(content)) {
    miniexp_t part = miniexp_car(content);
    const char *text = miniexp_to_str(part);
    if (!text) {
      read_zone(reading, part, depth + 1);
    } else if (level == BLOCK) {
      add_lines(words, box_of(reading, zone), text, strlen(text));
    } else {
      words_add(words, box_of(reading, zone), text, strlen(text));
    }
  }
  if (level == WORD) words_end_word(words);
  if (level == LINE) words_end_line(words);
  if (level == BLOCK) words_end_block(words);
}

static miniexp_t ask_text(ddjvu_document_t *document, int page) {
  return ddjvu_document_get_pagetext(document, page, "char");
}

int32_t page_text(void *self, void *publication, int32_t page, recto_sink *answer) {
  (void)self;
  struct book *book = publication;
  struct reading reading = {0};
  int32_t status = page_measure(book, page, &reading.size, answer);
  if (status) return status;
  miniexp_t text = ask_for(book, ask_text, page);
  read_zone(&reading, text, 0);
  ddjvu_miniexp_release(book->document, text);
  struct words *words = &reading.words;
  if (words->has_no_memory) {
    words_free(words);
    return fail(answer, RECTO_LIMIT, "there is no memory for its text");
  }
  double scale = reading.size.points_per_pixel;
  struct json json;
  json_begin(&json, answer);
  json_open(&json, NULL, '{');
  json_integer(&json, "index", page);
  write_label(&json, book, page);
  json_numbers(&json, "size",
               (double[]){reading.size.width * scale, reading.size.height * scale}, 2);
  json_string(&json, "order", "layout");
  words_write(&json, words);
  json_close(&json, '}');
  json_end(&json);
  words_free(words);
  return RECTO_OK;
}
