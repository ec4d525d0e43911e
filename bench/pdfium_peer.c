/* PDFium without Python: raw bitmaps and text with boxes, for the comparison.
 *
 * usage: pdfium_peer LIBPDFIUM ppm  FILE FOLDER DPI PAGES     one PPM a page; - drops them
 *        pdfium_peer LIBPDFIUM text FILE OUTPUT PAGES         a line a page, a line a character: code point, box, size
 *
 * The library is the one pypdfium2 brings. It comes without headers, so the functions used are
 * declared here, as in PDFium's public/fpdfview.h and public/fpdf_text.h. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                                                                     \
  X(void, FPDF_InitLibrary, (void))                                                      \
  X(void *, FPDF_LoadDocument, (const char *path, const char *password))                 \
  X(void, FPDF_CloseDocument, (void *document))                                          \
  X(void *, FPDF_LoadPage, (void *document, int index))                                  \
  X(void, FPDF_ClosePage, (void *page))                                                  \
  X(double, FPDF_GetPageWidth, (void *page))                                             \
  X(double, FPDF_GetPageHeight, (void *page))                                            \
  X(void *, FPDFBitmap_CreateEx, (int w, int h, int format, void *pixels, int stride))   \
  X(int, FPDFBitmap_FillRect, (void *bitmap, int x, int y, int w, int h, unsigned long)) \
  X(void, FPDF_RenderPageBitmap,                                                         \
    (void *bitmap, void *page, int x, int y, int w, int h, int rotate, int flags))       \
  X(void *, FPDFBitmap_GetBuffer, (void *bitmap))                                        \
  X(int, FPDFBitmap_GetStride, (void *bitmap))                                           \
  X(void, FPDFBitmap_Destroy, (void *bitmap))                                            \
  X(void *, FPDFText_LoadPage, (void *page))                                             \
  X(void, FPDFText_ClosePage, (void *text))                                              \
  X(int, FPDFText_CountChars, (void *text))                                              \
  X(unsigned, FPDFText_GetUnicode, (void *text, int index))                              \
  X(double, FPDFText_GetFontSize, (void *text, int index))                               \
  X(int, FPDFText_GetCharBox,                                                            \
    (void *text, int index, double *left, double *right, double *bottom, double *top))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

enum { FORMAT_BGR = 2, DRAW_ANNOTATIONS = 0x01, AS_RGB = 0x10 };

static void fail(const char *what, const char *detail) {
  fprintf(stderr, "pdfium_peer: %s: %s\n", what, detail);
  exit(1);
}

static void load(const char *library) {
  void *handle = dlopen(library, RTLD_NOW);
  if (!handle) fail("dlopen", dlerror());
#define RESOLVE(result, name, parameters) \
  if (!(*(void **)&name = dlsym(handle, #name))) fail("dlsym", #name);
  FUNCTIONS(RESOLVE)
}

static void writePixels(void *page, const char *path, double scale) {
  int width = (int)ceil(FPDF_GetPageWidth(page) * scale), height = (int)ceil(FPDF_GetPageHeight(page) * scale);
  void *bitmap = FPDFBitmap_CreateEx(width, height, FORMAT_BGR, NULL, 0);
  if (!bitmap) fail(path, "no memory for the bitmap");
  FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF);
  FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | AS_RGB);
  FILE *output = fopen(path, "wb");
  if (!output) fail(path, "cannot be written");
  fprintf(output, "P6\n%d %d\n255\n", width, height);
  const char *pixels = FPDFBitmap_GetBuffer(bitmap);
  for (int y = 0, stride = FPDFBitmap_GetStride(bitmap); y < height; y++)
    fwrite(pixels + (size_t)y * stride, 3, width, output);
  if (fclose(output)) fail(path, "cannot be written");
  FPDFBitmap_Destroy(bitmap);
}

static void writeText(void *page, FILE *output) {
  fprintf(output, "page %.2f %.2f\n", FPDF_GetPageWidth(page), FPDF_GetPageHeight(page));
  void *text = FPDFText_LoadPage(page);
  for (int i = 0, count = FPDFText_CountChars(text); i < count; i++) {
    double left = 0, right = 0, bottom = 0, top = 0;
    FPDFText_GetCharBox(text, i, &left, &right, &bottom, &top);
    fprintf(output, "%u %.2f %.2f %.2f %.2f %.2f\n", FPDFText_GetUnicode(text, i), left, bottom, right, top,
            FPDFText_GetFontSize(text, i));
  }
  FPDFText_ClosePage(text);
}

int main(int count, char **arguments) {
  int asText = count == 6 && !strcmp(arguments[2], "text");
  if (!asText && !(count == 7 && !strcmp(arguments[2], "ppm"))) fail("usage", "see the top of pdfium_peer.c");
  load(arguments[1]);
  FPDF_InitLibrary();
  void *document = FPDF_LoadDocument(arguments[3], NULL);
  if (!document) fail(arguments[3], "cannot be opened");
  FILE *output = asText ? fopen(arguments[4], "w") : NULL;
  if (asText && !output) fail(arguments[4], "cannot be written");
  for (int index = 0, pages = atoi(arguments[count - 1]); index < pages; index++) {
    void *page = FPDF_LoadPage(document, index);
    if (!page) fail(arguments[3], "a page cannot be opened");
    char path[4096];
    if (asText) writeText(page, output);
    else if (!strcmp(arguments[4], "-")) writePixels(page, "/dev/null", atoi(arguments[5]) / 72.0);
    else if (snprintf(path, sizeof path, "%s/%d.ppm", arguments[4], index + 1) < (int)sizeof path)
      writePixels(page, path, atoi(arguments[5]) / 72.0);
    FPDF_ClosePage(page);
  }
  FPDF_CloseDocument(document);
  return output && fclose(output) ? 1 : 0;
}
