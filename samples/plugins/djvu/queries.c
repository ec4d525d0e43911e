#include "djvu.h"

// All bytes are there when a document is open, so that djvulibre has an answer at once or after a
// step of its threads; one that is long in coming will not come.
static const int patience_seconds = 2;

miniexp_t ask_for(struct book *book, miniexp_t (*ask)(ddjvu_document_t *, int), int argument) {
  miniexp_t answer = ask(book->document, argument);
  while (answer == miniexp_dummy && messages_wait(book, patience_seconds)) {
    answer = ask(book->document, argument);
  }
  // Symbols stand for what went wrong.
  return miniexp_consp(answer) ? answer : miniexp_nil;
}
