// The table of contents: (bookmarks (title url …) …), entries nested.

#include "djvu.h"
#include "json.h"

// Levels beyond this are left out: no book has them, and readers recurse.
static const int deepest = 64;

static void write_entries(struct json *json, const struct book *book, miniexp_t entries,
                          int depth) {
  for (; miniexp_consp(entries); entries = miniexp_cdr(entries)) {
    miniexp_t entry = miniexp_car(entries);
    const char *title = miniexp_to_str(miniexp_car(entry));
    const char *url = miniexp_to_str(miniexp_cadr(entry));
    if (!title) continue;
    json_open(json, NULL, '{');
    json_string(json, "title", title);
    if (url && target_page(book, url, -1) >= 0) {
      write_target(json, book, url, -1);
    } else if (url && *url) {
      json_open(json, "target", '{');
      write_target(json, book, url, -1);
      json_close(json, '}');
    }
    json_open(json, "children", '[');
    if (depth < deepest) write_entries(json, book, miniexp_cddr(entry), depth + 1);
    json_close(json, ']');
    json_close(json, '}');
  }
}

static miniexp_t ask_outline(ddjvu_document_t *document, int unused) {
  (void)unused;
  return ddjvu_document_get_outline(document);
}

int32_t book_outline(void *self, void *publication, recto_sink *answer) {
  (void)self;
  struct book *book = publication;
  if (!book) return fail(answer, RECTO_BAD_REQUEST, "there is no document");
  miniexp_t outline = ask_for(book, ask_outline, 0);
  struct json json;
  json_begin(&json, answer);
  json_open(&json, NULL, '[');
  write_entries(&json, book, miniexp_cdr(outline), 1);
  json_close(&json, ']');
  json_end(&json);
  ddjvu_miniexp_release(book->document, outline);
  return RECTO_OK;
}
