// The places on a page that lead elsewhere: its map areas, in pixels from the bottom left of the
// page as it is shown, other than its text.

#include <stdlib.h>
#include <string.h>

#include "djvu.h"
#include "json.h"
#include "words.h"

// A corner of a map area in points of the page before its turn.
static struct box corner(const struct page_size *size, double x, double y) {
  double width = size->width, height = size->height;
  double shown_height = size->quarters & 1 ? width : height;
  double down = shown_height - y;
  double left = x, top = down;
  switch (size->quarters) {
    case 1: left = down, top = height - x; break;
    case 2: left = width - x, top = height - down; break;
    case 3: left = width - down, top = x; break;
    default: break;
  }
  return (struct box){left * size->points_per_pixel, top * size->points_per_pixel, 0, 0};
}

static double number(miniexp_t list, int index) {
  miniexp_t item = miniexp_nth(index, list);
  return miniexp_doublep(item) ? miniexp_to_double(item) : 0;
}

// The box around an area such as (rect x y width height) or (poly x y x y …). Returns false if
// there is none, or if it is off the page.
static bool area_box(const struct page_size *size, miniexp_t area, struct box *box) {
  const char *shape = miniexp_to_name(miniexp_car(area));
  int count = miniexp_length(area);
  if (!shape || count < 5) return false;
  *box = corner(size, number(area, 1), number(area, 2));
  if (!strcmp(shape, "poly") || !strcmp(shape, "line")) {
    miniexp_t points = miniexp_cdr(miniexp_cddr(area));
    for (; miniexp_consp(miniexp_cdr(points)); points = miniexp_cddr(points)) {
      *box = box_union(*box, corner(size, number(points, 0), number(points, 1)));
    }
  } else {  // rect, oval and text
    *box = box_union(*box, corner(size, number(area, 1) + number(area, 3),
                                  number(area, 2) + number(area, 4)));
  }
  double width = size->width * size->points_per_pixel;
  double height = size->height * size->points_per_pixel;
  return box->x <= width && box->y <= height && box->x + box->width >= 0 &&
         box->y + box->height >= 0;
}

// The destination of (maparea url …) or (maparea (url href target) …). Null for an area that only
// marks something.
static const char *destination(miniexp_t area) {
  miniexp_t url = miniexp_cadr(area);
  if (miniexp_consp(url)) url = miniexp_cadr(url);
  const char *text = miniexp_to_str(url);
  return text && *text ? text : NULL;
}

static void write_link(struct json *json, const struct book *book, int32_t page, struct box box,
                       const char *url) {
  double right = box.x + box.width, bottom = box.y + box.height;
  json_open(json, NULL, '{');
  json_open(json, "quads", '[');
  json_numbers(json, NULL,
               (double[]){box.x, box.y, right, box.y, right, bottom, box.x, bottom}, 8);
  json_close(json, ']');
  json_open(json, "target", '{');
  write_target(json, book, url, page);
  json_close(json, '}');
  json_close(json, '}');
}

int32_t page_links(void *self, void *publication, int32_t page, recto_sink *answer) {
  (void)self;
  struct book *book = publication;
  struct page_size size;
  int32_t status = page_measure(book, page, &size, answer);
  if (status) return status;
  miniexp_t annotations = ask_for(book, ddjvu_document_get_pageanno, page);
  miniexp_t *areas = annotations ? ddjvu_anno_get_hyperlinks(annotations) : NULL;
  struct json json;
  json_begin(&json, answer);
  json_open(&json, NULL, '[');
  for (miniexp_t *area = areas; area && *area; area++) {
    const char *url = destination(*area);
    struct box box;
    if (url && area_box(&size, miniexp_nth(3, *area), &box)) {
      write_link(&json, book, page, box, url);
    }
  }
  json_close(&json, ']');
  json_end(&json);
  free(areas);
  ddjvu_miniexp_release(book->document, annotations);
  return RECTO_OK;
}
