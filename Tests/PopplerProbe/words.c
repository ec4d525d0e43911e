// Reads and draws every page of a PDF as the PDF plugin does: words FILE
//
// Prints the words with their places in the content, and whether a page was drawn. What it prints is the
// same with each version of Poppler.
#include <cairo.h>
#include <poppler.h>
#include <stdio.h>
#include <stdlib.h>

#include "CRectoPopplerPage.h"

static void print_words(PopplerPage *page, recto_drawings *drawings) {
  recto_text *text = recto_text_new(page, true, drawings);
  if (!text) exit(3);
  size_t count;
  const recto_word *words = recto_text_words(text, &count);
  const uint32_t *scalars = recto_text_scalars(text);
  for (size_t i = 0; i < count; i++) {
    const recto_word *word = &words[i];
    printf("%d %d ", word->position, word->mcid);
    // Later versions do not count a mark that they have joined to a last letter.
    if (scalars[word->first_char + word->char_count - 1] < 0x300) printf("-%d ", word->end_position);
    for (uint32_t at = 0; at < word->char_count; at++) printf("%x ", scalars[word->first_char + at]);
    printf("%s\n", recto_text_font(text, word->font));
  }
  recto_text_free(text);
}

// The number of pixels that are not white.
static long ink(PopplerPage *page, recto_drawings *drawings) {
  double width, height;
  poppler_page_get_size(page, &width, &height);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
  cairo_t *context = cairo_create(surface);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  recto_page_draw(page, context, true, drawings, NULL, 0);
  cairo_destroy(context);
  cairo_surface_flush(surface);
  long inked = 0;
  for (int y = 0; y < cairo_image_surface_get_height(surface); y++) {
    const uint32_t *row =
        (const void *)(cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface));
    for (int x = 0; x < cairo_image_surface_get_width(surface); x++) inked += (row[x] & 0xFFFFFF) != 0xFFFFFF;
  }
  cairo_surface_destroy(surface);
  return inked;
}

int main(int count, char **arguments) {
  gchar *bytes;
  gsize length;
  if (count != 2 || !g_file_get_contents(arguments[1], &bytes, &length, NULL)) return 2;
  recto_open_error error;
  PopplerDocument *document = recto_document_open(bytes, (int)length, NULL, &error);
  if (!document) return 3;
  recto_structure *structure = recto_structure_new(document);
  recto_drawings *drawings = recto_drawings_new(64 << 20);
  for (int index = 0; index < poppler_document_get_n_pages(document); index++) {
    PopplerPage *page = poppler_document_get_page(document, index);
    long drawn = ink(page, drawings), again = ink(page, drawings);
    size_t images, contents = 0;
    free(recto_page_images(page, &images));
    if (structure) recto_structure_contents(structure, index, &contents);
    printf("page %d: %zu marked contents, %zu pictures, %s\n", index + 1, contents, images,
           drawn < 1000 ? "not drawn" : drawn == again ? "drawn" : "drawn otherwise from its list");
    print_words(page, drawings);
    g_object_unref(page);
  }
  recto_drawings_free(drawings);
  recto_structure_free(structure);
  g_object_unref(document);
  g_free(bytes);
  return 0;
}
