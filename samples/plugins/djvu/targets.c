// The targets of links and bookmarks: "#3" is the third page, "#+1" the next, "#name" the page of
// that name, file or title, anything else a URL; see "Annotation syntax" of djvused(1).

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "djvu.h"
#include "json.h"

static bool is_same(const char *a, const char *b) { return a && b && !strcmp(a, b); }

static int named_page(const struct book *book, const char *name) {
  for (int page = 0; page < book->page_count; page++) {
    const struct page_names *names = &book->names[page];
    if (is_same(names->id, name) || is_same(names->file, name) || is_same(names->title, name)) {
      return page;
    }
  }
  return -1;
}

int target_page(const struct book *book, const char *url, int from) {
  if (url[0] != '#' || !url[1]) return -1;
  const char *name = url + 1;
  bool is_relative = *name == '+' || *name == '-';
  char *end;
  long number = strtol(name, &end, 10);
  if (*end || number <= INT_MIN || number >= INT_MAX) return named_page(book, name);
  if (is_relative && from < 0) return -1;
  long page = is_relative ? from + number : number - 1;
  return page >= 0 && page < book->page_count ? (int)page : -1;
}

void write_target(struct json *json, const struct book *book, const char *url, int from) {
  int page = target_page(book, url, from);
  if (page >= 0) {
    json_integer(json, "page", page);
  } else {
    json_string(json, url[0] == '#' ? "broken" : "url", url);
  }
}
