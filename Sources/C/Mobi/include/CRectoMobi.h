/* libmobi in the few calls that reading a book takes. Its structures are lists of C, which stay on
 * this side; the result is the files of the EPUB that the book was made from, or could be.
 */
#ifndef CRECTOMOBI_H
#define CRECTOMOBI_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct cmobi_book cmobi_book;

enum cmobi_status {
  CMOBI_OPEN,
  CMOBI_ENCRYPTED,
  /* A kind of book that libmobi does not take apart. */
  CMOBI_UNSUPPORTED,
  CMOBI_DAMAGED,
  CMOBI_NO_MEMORY,
};

/* A file of a book; its bytes are lent for the book's life. */
struct cmobi_file {
  /* The name by which the book's other files refer to it. */
  char name[32];
  const void *_Nullable bytes;
  size_t count;
  /* True for the package document. */
  bool is_package;
  /* True for a document of the text. */
  bool is_markup;
};

/* The version, such as `0.11`. */
const char *cmobi_version(void);

/* Reads a book, whose bytes are not needed afterwards. Null unless the status is `CMOBI_OPEN`. */
cmobi_book *_Nullable cmobi_open(const void *bytes, size_t count, enum cmobi_status *status);
void cmobi_close(cmobi_book *book);

/* True if its text is in KF8, which is XHTML; in older books it is HTML. */
bool cmobi_is_kf8(const cmobi_book *book);

/* The file of a number, from 0 on. False behind the last one. */
bool cmobi_file_at(const cmobi_book *book, size_t index, struct cmobi_file *file);

#pragma clang assume_nonnull end

#endif
