#define _GNU_SOURCE
#include "CRectoMobi.h"

#include <mobi.h>
#include <stdio.h>
#include <stdlib.h>

struct cmobi_book {
  MOBIData *data;
  MOBIRawml *parts;
};

const char *cmobi_version(void) { return mobi_version(); }

static enum cmobi_status status_of(MOBI_RET result) {
  switch (result) {
  case MOBI_SUCCESS: return CMOBI_OPEN;
  case MOBI_FILE_ENCRYPTED:
  case MOBI_DRM_PIDINV:
  case MOBI_DRM_KEYNOTFOUND:
  case MOBI_DRM_UNSUPPORTED:
  case MOBI_DRM_EXPIRED: return CMOBI_ENCRYPTED;
  case MOBI_FILE_UNSUPPORTED: return CMOBI_UNSUPPORTED;
  case MOBI_MALLOC_FAILED:
  case MOBI_INIT_FAILED: return CMOBI_NO_MEMORY;
  default: return CMOBI_DAMAGED;
  }
}

static enum cmobi_status load(cmobi_book *book, const void *bytes, size_t count) {
  book->data = mobi_init();
  if (!book->data) return CMOBI_NO_MEMORY;
  /* It is only read. */
  FILE *file = fmemopen((void *)bytes, count, "rb");
  if (!file) return CMOBI_DAMAGED;
  MOBI_RET result = mobi_load_file(book->data, file);
  fclose(file);
  if (result != MOBI_SUCCESS) return status_of(result);
  if (mobi_is_encrypted(book->data)) return CMOBI_ENCRYPTED;
  if (mobi_is_replica(book->data)) return CMOBI_UNSUPPORTED;
  book->parts = mobi_init_rawml(book->data);
  if (!book->parts) return CMOBI_NO_MEMORY;
  return status_of(mobi_parse_rawml(book->parts, book->data));
}

cmobi_book *cmobi_open(const void *bytes, size_t count, enum cmobi_status *status) {
  cmobi_book *book = calloc(1, sizeof *book);
  *status = CMOBI_NO_MEMORY;
  if (!book) return NULL;
  *status = load(book, bytes, count);
  if (*status == CMOBI_OPEN) return book;
  cmobi_close(book);
  return NULL;
}

void cmobi_close(cmobi_book *book) {
  if (book->parts) mobi_free_rawml(book->parts);
  if (book->data) mobi_free(book->data);
  free(book);
}

bool cmobi_is_kf8(const cmobi_book *book) { return mobi_is_rawml_kf8(book->parts); }

bool cmobi_file_at(const cmobi_book *book, size_t index, struct cmobi_file *file) {
  /* The first part of the flow is the text before it was divided into documents. */
  const MOBIPart *flow = book->parts->flow ? book->parts->flow->next : NULL;
  const struct {
    const char *name;
    const MOBIPart *first;
    bool is_markup;
  } lists[] = {
      {"part", book->parts->markup, true},
      {"flow", flow, false},
      {"resource", book->parts->resources, false},
  };
  for (size_t list = 0; list < sizeof lists / sizeof *lists; list += 1) {
    for (const MOBIPart *part = lists[list].first; part; part = part->next) {
      if (!part->data || part->size == 0) continue;
      if (index-- > 0) continue;
      /* libmobi writes these names into documents. */
      MOBIFileMeta meta = mobi_get_filemeta_by_type(part->type);
      snprintf(
          file->name, sizeof file->name, "%s%05zu.%s", lists[list].name, part->uid,
          meta.extension);
      file->bytes = part->data;
      file->count = part->size;
      file->is_package = part->type == T_OPF;
      file->is_markup = lists[list].is_markup;
      return true;
    }
  }
  return false;
}
