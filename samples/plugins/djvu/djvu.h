// The interface between the parts of the plugin.
#pragma once

#include <libdjvu/ddjvuapi.h>
#include <libdjvu/miniexp.h>
#include <pthread.h>
#include <recto_plugin.h>
#include <stdbool.h>

// The names by which links may refer to a page. Owned by the document; each may be null.
struct page_names {
  const char *id, *file, *title;
};

// An open document: what `open` hands out as the publication.
struct book {
  ddjvu_context_t *context;
  ddjvu_document_t *document;
  int page_count;
  struct page_names *names;  // one a page
  // The page that was painted last, since one page is often asked for in parts; null for none.
  ddjvu_page_t *decoded;
  int decoded_index;
  char complaint[200];  // djvulibre's last, empty for none
  // Set by djvulibre's threads when there is a message.
  pthread_mutex_t mutex;
  pthread_cond_t arrived;
  bool has_arrived;
};

// A page as it is stored, before its turn. Pixels are what text and links are placed by.
struct page_size {
  int width, height;        // pixels
  int quarters;             // clockwise, as the page wants to be shown
  double points_per_pixel;
};

// In points from the top left, as everywhere in Recto.
struct box {
  double x, y, width, height;
};

// errors.c

// Gives the sentence to `sink` and returns `status`.
__attribute__((format(printf, 3, 4))) int32_t fail(recto_sink *sink, int32_t status,
                                                   const char *format, ...);
// "WHAT is damaged", with djvulibre's last error message if it has one.
int32_t fail_damaged(struct book *book, recto_sink *sink, const char *what);

// messages.c

bool messages_begin(struct book *book);
void messages_end(struct book *book);
// Handles all pending messages, after waiting for one for a while. Returns false if none came.
bool messages_wait(struct book *book, int seconds);

// book.c

int32_t book_open(void *self, const recto_source *source, void **publication, recto_sink *error);
void book_close(void *self, void *publication);
int32_t book_info(void *self, void *publication, recto_sink *answer);

struct json;

// metadata.c

// Writes the member "metadata".
void write_metadata(struct json *json, struct book *book);

// page.c

// RECTO_OK and the page's size, or another status after a sentence to `error`.
int32_t page_measure(struct book *book, int32_t page, struct page_size *size, recto_sink *error);
// Writes the member "label"; the page must exist.
void write_label(struct json *json, const struct book *book, int32_t page);
int32_t page_facts(void *self, void *publication, int32_t page, recto_sink *answer);

// paint.c

int32_t page_paint(void *self, void *publication, const recto_paint *job, recto_sink *error);

// text.c

int32_t page_text(void *self, void *publication, int32_t page, recto_sink *answer);

// links.c

int32_t page_links(void *self, void *publication, int32_t page, recto_sink *answer);

// targets.c

// The index of the page that `url` names, such as "#3", "#+1" or "#cover.djvu", or -1. `from` is
// the page that it stands on, or -1.
int target_page(const struct book *book, const char *url, int from);
// The members of a link's target.
void write_target(struct json *json, const struct book *book, const char *url, int from);

// outline.c

int32_t book_outline(void *self, void *publication, recto_sink *answer);

// queries.c

// Calls `ask` until djvulibre has the requested value. Returns null if the document lacks it, or
// only has a part of it; the caller releases the result.
miniexp_t ask_for(struct book *book, miniexp_t (*ask)(ddjvu_document_t *, int), int argument);
