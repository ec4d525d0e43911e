/* Pango doing what TypesettingBench does: a line of FILE is a paragraph, set in columns of 210 points.
 *
 * usage: pango_peer FILE FAMILIES LANGUAGE
 *
 * Prints the same JSON: processor seconds for layout, for the boxes of words and letters on top, milliseconds a page of
 * 600 points drawn at 150 dpi for the second time, and milliseconds until the first page. */
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMN = 210, HEIGHT = 600, LEADING = 12 };
static const double scale = 150.0 / 72;

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static PangoLayout *set(PangoContext *context, const PangoFontDescription *font, const char *text, int length) {
  PangoLayout *layout = pango_layout_new(context);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_width(layout, COLUMN * PANGO_SCALE);
  pango_layout_set_justify(layout, TRUE);
  pango_layout_set_text(layout, text, length);
  pango_layout_get_line_count(layout); /* layout is lazy */
  return layout;
}

/* Rectangles of all letters, as a reader wants them. */
static long boxes_of(PangoLayout *layout) {
  PangoLayoutIter *letters = pango_layout_get_iter(layout);
  PangoRectangle box;
  long count = 0;
  do {
    pango_layout_iter_get_cluster_extents(letters, NULL, &box);
    count += box.width > 0;
  } while (pango_layout_iter_next_cluster(letters));
  pango_layout_iter_free(letters);
  return count;
}

/* Draws all, page after page; gives the pages. */
static int draw(PangoLayout **layouts, int count) {
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(COLUMN * scale), (int)(HEIGHT * scale));
  cairo_t *cairo = cairo_create(surface);
  int pages = 1;
  double y = LEADING;
  cairo_scale(cairo, scale, scale);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  for (int index = 0; index < count; index++) {
    for (GSList *line = pango_layout_get_lines_readonly(layouts[index]); line; line = line->next) {
      if (y > HEIGHT) {
        cairo_set_source_rgb(cairo, 1, 1, 1);
        cairo_paint(cairo);
        y = LEADING;
        pages++;
      }
      cairo_set_source_rgb(cairo, 0, 0, 0);
      cairo_move_to(cairo, 0, y);
      pango_cairo_show_layout_line(cairo, line->data);
      y += LEADING;
    }
  }
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return pages;
}

int main(int argc, char **argv) {
  char *text;
  gsize length;
  if (argc != 4 || !g_file_get_contents(argv[1], &text, &length, NULL)) return 64;
  double start = processor_seconds();
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(context, options);
  pango_cairo_context_set_resolution(context, 72);
  pango_context_set_language(context, pango_language_from_string(argv[3]));
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, argv[2]);
  pango_font_description_set_absolute_size(font, 10 * PANGO_SCALE);

  PangoLayout **layouts = calloc(length + 1, sizeof *layouts);
  int count = 0;
  long lines = 0, letters = 0;
  double first = 0;
  for (char *rest = text, *end; *rest; rest = end + 1) {
    end = strchrnul(rest, '\n');
    layouts[count] = set(context, font, rest, (int)(end - rest));
    lines += pango_layout_get_line_count(layouts[count++]);
    if (!first && lines >= HEIGHT / LEADING) first = processor_seconds() - start;
    if (!*end) break;
  }
  double layout = processor_seconds() - start;

  double before = processor_seconds();
  for (int index = 0; index < count; index++) letters += boxes_of(layouts[index]);
  double boxes = processor_seconds() - before;

  draw(layouts, count);
  before = processor_seconds();
  int pages = draw(layouts, count);
  double drawing = (processor_seconds() - before) * 1000 / pages;
  printf("{\"layout\":%f,\"boxes\":%f,\"draw\":%f,\"first\":%f,\"lines\":%ld,\"letters\":%ld,\"pages\":%d}\n", layout,
         boxes, drawing, first * 1000, lines, letters, pages);
  return 0;
}
