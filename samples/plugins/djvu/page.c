// A page's size, turn and label.

#include <stdio.h>
#include <string.h>

#include "djvu.h"
#include "json.h"

static const int patience_seconds = 2;

int32_t page_measure(struct book *book, int32_t page, struct page_size *size, recto_sink *error) {
  if (!book) return fail(error, RECTO_BAD_REQUEST, "there is no document");
  if (page < 0 || page >= book->page_count) {
    return fail(error, RECTO_NO_SUCH_PAGE, "there is no page %lld: the last is %d",
                (long long)page + 1, book->page_count);
  }
  book->complaint[0] = 0;
  ddjvu_pageinfo_t info;
  ddjvu_status_t status;
  do {
    status = ddjvu_document_get_pageinfo(book->document, page, &info);
  } while (status < DDJVU_JOB_OK && messages_wait(book, patience_seconds));
  if (status != DDJVU_JOB_OK || info.width < 1 || info.height < 1 || info.dpi < 1) {
    messages_wait(book, 0);
    return fail_damaged(book, error, "the page");
  }
  // djvulibre gives the sides as they are shown, and the turn counterclockwise.
  bool is_turned = info.rotation & 1;
  *size = (struct page_size){
      .width = is_turned ? info.height : info.width,
      .height = is_turned ? info.width : info.height,
      .quarters = -info.rotation & 3,
      .points_per_pixel = 72.0 / info.dpi,
  };
  return RECTO_OK;
}

// Writes the title of the page; for a page without one djvulibre repeats the file's name.
void write_label(struct json *json, const struct book *book, int32_t page) {
  const struct page_names *names = &book->names[page];
  const char *title = names->title;
  bool is_given = title && *title && (!names->id || strcmp(title, names->id)) &&
                  (!names->file || strcmp(title, names->file));
  char number[16];
  snprintf(number, sizeof number, "%d", (int)page + 1);
  json_string(json, "label", is_given ? title : number);
}

int32_t page_facts(void *self, void *publication, int32_t page, recto_sink *answer) {
  (void)self;
  struct book *book = publication;
  struct page_size size;
  int32_t status = page_measure(book, page, &size, answer);
  if (status) return status;
  double width = size.width * size.points_per_pixel, height = size.height * size.points_per_pixel;
  struct json json;
  json_begin(&json, answer);
  json_open(&json, NULL, '{');
  json_integer(&json, "index", page);
  write_label(&json, book, page);
  json_numbers(&json, "size", (double[]){width, height}, 2);
  json_integer(&json, "rotation", size.quarters * 90);
  json_open(&json, "boxes", '{');
  json_numbers(&json, "crop", (double[]){0, 0, width, height}, 4);
  json_close(&json, '}');
  json_close(&json, '}');
  json_end(&json);
  return RECTO_OK;
}
