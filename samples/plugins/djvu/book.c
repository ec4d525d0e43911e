// The document as a whole.

#include "djvu.h"

#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

// Only the tables at the beginning are read then; a book's of 10,000 pages take milliseconds.
static const int patience_seconds = 20;

// djvulibre sets the locale of the process, which belongs to the host.
static ddjvu_context_t *make_context(void) {
  const char *current = setlocale(LC_ALL, NULL);
  char *locale = current ? strdup(current) : NULL;
  ddjvu_context_t *context = ddjvu_context_create("recto");
  if (locale) setlocale(LC_ALL, locale);
  free(locale);
  return context;
}

static int32_t check_source(const recto_source *source, recto_sink *error) {
  if (!source->bytes) {
    return fail(error, RECTO_UNSUPPORTED, "a DjVu document is a file, not a folder");
  }
  // "AT&TFORM", and the secure format, which no free software reads.
  if (source->count >= 8 && !memcmp(source->bytes, "SDJVFORM", 8)) {
    return fail(error, RECTO_UNSUPPORTED,
                "it is a Secure DjVu file, which only its maker's viewer reads");
  }
  if (source->count < 16 || memcmp(source->bytes, "AT&TFORM", 8)) {
    return fail(error, RECTO_UNSUPPORTED, "it is not a DjVu file");
  }
  // djvulibre counts bytes in int.
  if (source->count > INT_MAX) return fail(error, RECTO_LIMIT, "it is larger than 2 GiB");
  return RECTO_OK;
}

static int32_t decode_tables(struct book *book, const recto_source *source, recto_sink *error) {
  book->document = ddjvu_document_create(book->context, NULL, 0);
  if (!book->document) return fail(error, RECTO_BUG, "DjVuLibre cannot be started");
  ddjvu_stream_write(book->document, 0, (const char *)source->bytes, source->count);
  ddjvu_stream_close(book->document, 0, 0);
  while (!ddjvu_document_decoding_done(book->document) && messages_wait(book, patience_seconds)) {
  }
  messages_wait(book, 0);
  switch (ddjvu_document_get_type(book->document)) {
    case DDJVU_DOCTYPE_INDIRECT:
    case DDJVU_DOCTYPE_OLD_INDEXED:
      return fail(error, RECTO_UNSUPPORTED,
                  "its pages are in other files: make one of them with \"djvmcvt -b\"");
    default: break;
  }
  if (ddjvu_document_decoding_status(book->document) != DDJVU_JOB_OK) {
    return fail_damaged(book, error, "the document");
  }
  book->page_count = ddjvu_document_get_pagenum(book->document);
  if (book->page_count < 1) return fail(error, RECTO_DAMAGED, "the document has no pages");
  return RECTO_OK;
}

static int32_t read_names(struct book *book, recto_sink *error) {
  book->names = calloc(book->page_count, sizeof *book->names);
  if (!book->names) return fail(error, RECTO_LIMIT, "there is no memory for its list of pages");
  int count = ddjvu_document_get_filenum(book->document);
  for (int index = 0; index < count; index++) {
    ddjvu_fileinfo_t file;
    if (ddjvu_document_get_fileinfo(book->document, index, &file) != DDJVU_JOB_OK) continue;
    if (file.type != 'P' || file.pageno < 0 || file.pageno >= book->page_count) continue;
    book->names[file.pageno] =
        (struct page_names){.id = file.id, .file = file.name, .title = file.title};
  }
  return RECTO_OK;
}

int32_t book_open(void *self, const recto_source *source, void **publication, recto_sink *error) {
  (void)self;
  if (!source || !publication) return fail(error, RECTO_BAD_REQUEST, "there is no source");
  *publication = NULL;
  int32_t status = check_source(source, error);
  if (status) return status;
  struct book *book = calloc(1, sizeof *book);
  if (!book) return fail(error, RECTO_LIMIT, "there is no memory left");
  book->context = make_context();
  if (!book->context || !messages_begin(book)) {
    if (book->context) ddjvu_context_release(book->context);
    free(book);
    return fail(error, RECTO_BUG, "DjVuLibre cannot be started");
  }
  status = decode_tables(book, source, error);
  if (!status) status = read_names(book, error);
  if (status) {
    book_close(self, book);
    return status;
  }
  *publication = book;
  return RECTO_OK;
}

void book_close(void *self, void *publication) {
  (void)self;
  struct book *book = publication;
  if (!book) return;
  messages_end(book);
  if (book->decoded) ddjvu_page_release(book->decoded);
  if (book->document) {
    ddjvu_job_stop(ddjvu_document_job(book->document));
    ddjvu_document_release(book->document);
  }
  ddjvu_context_release(book->context);
  free(book->names);
  free(book);
}

int32_t book_info(void *self, void *publication, recto_sink *answer) {
  (void)self;
  struct book *book = publication;
  if (!book) return fail(answer, RECTO_BAD_REQUEST, "there is no document");
  struct json json;
  json_begin(&json, answer);
  json_open(&json, NULL, '{');
  json_integer(&json, "pageCount", book->page_count);
  json_string(&json, "format", "DjVu");
  write_metadata(&json, book);
  json_open(&json, "capabilities", '[');
  // Recto searches in the text.
  const char *const capabilities[] = {"text", "search", "links", "outline"};
  for (size_t index = 0; index < sizeof capabilities / sizeof *capabilities; index++) {
    json_string(&json, NULL, capabilities[index]);
  }
  json_close(&json, ']');
  json_close(&json, '}');
  json_end(&json);
  return RECTO_OK;
}
