// A program that uses librecto as any other does: client PART FILE [MORE]. Exits with 0 where all is
// as the header promises; else it says on which line it is not.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <recto.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPECT(condition)                                                                   \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      fprintf(stderr, "line %d: %s: status %d: %s\n", __LINE__, #condition, (int)error.status, \
              error.message);                                                               \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)

static recto_error error = {.size = sizeof error};

static recto_engine *make_engine(void) {
  recto_engine *engine = NULL;
  EXPECT(recto_engine_new(NULL, &engine, &error) == RECTO_STATUS_OK);
  return engine;
}

static recto_publication *open_file(recto_engine *engine, const char *path) {
  recto_request *request = recto_begin_open(engine, path, NULL);
  recto_publication *publication = NULL;
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  EXPECT(recto_take_publication(request, &publication, &error) == RECTO_STATUS_OK);
  recto_request_free(request);
  return publication;
}

static void render_once(recto_publication *publication, int64_t page) {
  recto_render_options options = {.size = sizeof options, .dpi = 72};
  recto_request *request = recto_begin_render(publication, page, &options);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_request_free(request);
}

static recto_status outcome(recto_request *request) {
  recto_status status = recto_wait(request, -1, &error);
  EXPECT(status == error.status);
  EXPECT((status == RECTO_STATUS_OK) == (error.message[0] == 0));
  recto_request_free(request);
  return status;
}

// Pages as Markdown: each word has its place, and each character a part of it.
static void markdown(recto_publication *issue) {
  recto_request *request = recto_begin_markdown(issue, 2, 3, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_markdown made = {.size = sizeof made};
  EXPECT(recto_get_markdown(request, &made, &error) == RECTO_STATUS_OK);
  EXPECT(strlen(made.text) == made.length && strstr(made.text, "# ") && made.span_count > 100);
  uint32_t end = 0;
  for (size_t span = 0; span < made.span_count; span++) {
    EXPECT(made.span_starts[span] >= end && made.span_starts[span] < made.span_ends[span]);
    end = made.span_ends[span];
    EXPECT(made.span_pages[span] >= 2 && made.span_pages[span] < 5);
    const double *quad = made.span_quads + 8 * span;
    EXPECT(quad[0] >= 0 && quad[4] <= 420 && quad[1] >= 0 && quad[5] <= 560 && quad[0] < quad[4]);
    uint32_t first = made.span_characters[span], last = made.span_characters[span + 1];
    EXPECT((made.span_flags[span] & RECTO_SPAN_PICTURE) ? made.span_lines[span] == -1
                                                        : made.span_lines[span] >= 0 && first < last);
    for (uint32_t character = first; character < last; character++) {
      EXPECT(made.character_starts[character] >= made.span_starts[span] &&
             made.character_starts[character] < end);
      const float *extent = made.character_extents + 2 * character;
      EXPECT(extent[0] >= 0 && extent[0] <= extent[1] && extent[1] <= 1);
    }
  }
  EXPECT(end <= made.length && made.failure_count == 0);
  EXPECT(made.span_characters[made.span_count] == made.character_count);
  recto_request_free(request);
  EXPECT(outcome(recto_begin_markdown(issue, 0, 0, NULL)) == RECTO_STATUS_OK);
  EXPECT(outcome(recto_begin_markdown(issue, 7, 2, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(outcome(recto_begin_markdown(issue, 8, 0, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(outcome(recto_begin_markdown(issue, INT64_MAX, 9, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(outcome(recto_begin_markdown(issue, -1, 1, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_markdown(issue, 1, INT64_MIN, NULL)) == RECTO_STATUS_BAD_REQUEST);
}

// The lists of the sample, and none of the files that it does not have.
static void lists(recto_publication *issue) {
  static const struct {
    const char *name;
    int64_t page;
    const char *member;
  } expected[] = {{"outline", -1, "\"title\""}, {"fonts", -1, "\"embedded\""}, {"attachments", -1, "[]"},
                  {"layers", -1, "["},           {"links", 1, "\"target\""},    {"annotations", 1, "["},
                  {"form_fields", 1, "[]"},      {"media", 1, "[]"},            {"images", 0, "\"box\""}};
  for (size_t index = 0; index < sizeof expected / sizeof *expected; index++) {
    recto_request *request = recto_begin_list(issue, expected[index].name, expected[index].page, NULL);
    EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
    const char *json = NULL;
    size_t length = 0;
    EXPECT(recto_get_json(request, &json, &length, &error) == RECTO_STATUS_OK);
    // PDFium has no list of fonts.
    const char *backend = getenv("RECTO_TEST_PDF");
    int is_missing = backend && strcmp(backend, "pdfium") == 0 && strcmp(expected[index].name, "fonts") == 0;
    EXPECT(json[0] == '[' && strlen(json) == length && strstr(json, is_missing ? "[]" : expected[index].member));
    const void *bytes = NULL;
    EXPECT(recto_get_bytes(request, &bytes, &length, &error) == RECTO_STATUS_BAD_REQUEST);
    recto_request_free(request);
  }
  EXPECT(outcome(recto_begin_list(issue, "text", 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(strstr(error.message, "annotations") && strstr(error.message, "layers"));
  EXPECT(outcome(recto_begin_list(issue, NULL, 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_list(issue, "\xff", 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_list(issue, "fonts", 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_list(issue, "links", 8, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(strcmp(error.message, "there is no page 8: the last is 7") == 0);
  EXPECT(outcome(recto_begin_list(issue, "links", -1, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(outcome(recto_begin_attachment(issue, 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(strcmp(error.message, "there is no attachment 0: there are none") == 0);
  EXPECT(outcome(recto_begin_attachment(issue, INT64_MIN, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_medium(issue, 1, 0, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_medium(issue, 9, 0, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
}

// Everything that a request can be for, once.
static void tour(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  EXPECT(recto_page_count(issue) == 8);

  recto_request *request = recto_begin_info(issue, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_info info = {.size = sizeof info};
  EXPECT(recto_get_info(request, &info, &error) == RECTO_STATUS_OK);
  const char *backend = getenv("RECTO_TEST_PDF");
  EXPECT(strncmp(info.format, "PDF", 3) == 0 && strcmp(info.backend, backend ? backend : "pdf") == 0);
  EXPECT(info.title && strstr(info.title, "Quay") && info.direction == RECTO_LEFT_TO_RIGHT);
  const char *json = NULL;
  size_t length = 0;
  EXPECT(recto_get_json(request, &json, &length, &error) == RECTO_STATUS_OK);
  EXPECT(strlen(json) == length && strstr(json, "\"pageCount\":8"));
  recto_text wrong = {.size = sizeof wrong};
  EXPECT(recto_get_text(request, &wrong, &error) == RECTO_STATUS_BAD_REQUEST);
  recto_request_free(request);

  request = recto_begin_page(issue, 1, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_page page = {.size = sizeof page};
  EXPECT(recto_get_page(request, &page, &error) == RECTO_STATUS_OK);
  EXPECT(page.width == 420 && page.height == 560 && strcmp(page.label, "i") == 0);
  recto_request_free(request);

  recto_render_options options = {.size = sizeof options, .dpi = 144};
  request = recto_begin_render(issue, 1, &options);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_image image = {.size = sizeof image};
  EXPECT(recto_get_image(request, &image, &error) == RECTO_STATUS_OK);
  EXPECT(image.width == 840 && image.height == 1120 && image.stride == 840 * 4);
  EXPECT(image.scale == 2 && image.transform[0] == 2 && !image.has_alpha);
  size_t stride = 840 * 3 + 5, count = stride * 1119 + 840 * 3;
  unsigned char *rgb = malloc(count);
  EXPECT(recto_copy_image(request, RECTO_PIXELS_RGB, rgb, count - 1, stride, &error) ==
         RECTO_STATUS_BAD_REQUEST);
  EXPECT(recto_copy_image(request, RECTO_PIXELS_RGB, rgb, count, 840 * 3 - 1, &error) ==
         RECTO_STATUS_BAD_REQUEST);
  EXPECT(recto_copy_image(request, 99, rgb, count, stride, &error) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(recto_copy_image(request, RECTO_PIXELS_RGB, rgb, count, stride, &error) ==
         RECTO_STATUS_OK);
  const unsigned char *bgrx = image.pixels;
  int ink = 0;
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width; x++)
      for (int part = 0; part < 3; part++) {
        EXPECT(rgb[(size_t)y * stride + (size_t)x * 3 + (size_t)part] ==
               bgrx[(size_t)y * image.stride + (size_t)x * 4 + (size_t)(2 - part)]);
        ink += rgb[(size_t)y * stride + (size_t)x * 3 + (size_t)part] < 128;
      }
  EXPECT(ink > 1000);
  free(rgb);
  recto_request_free(request);

  request = recto_begin_text(issue, 1, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_text text = {.size = sizeof text};
  EXPECT(recto_get_text(request, &text, &error) == RECTO_STATUS_OK);
  EXPECT(text.word_count > 20 && text.line_count > 5 && text.order == RECTO_ORDER_STRUCTURE);
  EXPECT(text.plain_length == strlen(text.plain));
  for (size_t word = 0; word < text.word_count; word++) {
    const char *utf8 = text.word_utf8 + text.word_starts[word];
    EXPECT(strlen(utf8) + 1 == text.word_starts[word + 1] - text.word_starts[word]);
    EXPECT(strstr(text.plain, utf8));
    const double *box = text.word_boxes + 4 * word, *quad = text.word_quads + 8 * word;
    EXPECT(box[0] >= 0 && box[0] + box[2] <= 420 && box[1] >= 0 && box[1] + box[3] <= 560);
    EXPECT(quad[0] == box[0] && quad[1] == box[1]);
    EXPECT(text.word_lines[word] < text.line_count);
    EXPECT(text.line_blocks[text.word_lines[word]] < text.block_count);
    EXPECT(text.word_fonts[word] >= 0 && (size_t)text.word_fonts[word] < text.font_count);
    EXPECT(text.word_glyphs[word] < text.word_glyphs[word + 1]);
  }
  EXPECT(text.word_glyphs[text.word_count] == text.glyph_count);
  // A program of an older header has a shorter struct, one of a newer a longer one.
  struct { recto_text known; double newer; } longer = {.known.size = sizeof longer, .newer = 7};
  EXPECT(recto_get_text(request, &longer.known, &error) == RECTO_STATUS_OK);
  EXPECT(longer.known.word_count == text.word_count && longer.newer == 0);
  recto_text shorter = {.size = offsetof(recto_text, word_count), .word_count = 77};
  EXPECT(recto_get_text(request, &shorter, &error) == RECTO_STATUS_OK);
  EXPECT(shorter.plain == text.plain && shorter.word_count == 77);
  recto_request_free(request);

  recto_search_options search = {.size = sizeof search, .flags = RECTO_SEARCH_WHOLE_WORDS};
  request = recto_begin_search(issue, "harbour", &search);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_hits hits = {.size = sizeof hits};
  EXPECT(recto_get_hits(request, &hits, &error) == RECTO_STATUS_OK);
  EXPECT(hits.failure_count == 0 && hits.quad_starts[hits.hit_count] == hits.quad_count);
  recto_request_free(request);

  request = recto_begin_outline(issue, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_outline outline = {.size = sizeof outline};
  EXPECT(recto_get_outline(request, &outline, &error) == RECTO_STATUS_OK);
  EXPECT(outline.entry_count > 0 && outline.depths[0] == 0 && outline.titles[0][0] != 0);
  recto_request_free(request);

  size_t links = 0;
  for (int64_t index = 0; index < 8; index++) {
    request = recto_begin_links(issue, index, NULL);
    EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
    recto_links found = {.size = sizeof found};
    EXPECT(recto_get_links(request, &found, &error) == RECTO_STATUS_OK);
    EXPECT(found.quad_starts[found.link_count] == found.quad_count);
    links += found.link_count;
    recto_request_free(request);
  }
  EXPECT(links > 0);

  request = recto_begin_articles(issue, NULL);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_OK);
  recto_articles articles = {.size = sizeof articles};
  EXPECT(recto_get_articles(request, &articles, &error) == RECTO_STATUS_OK);
  EXPECT(articles.article_count > 0 && strstr(articles.markdown[0], "title:"));
  recto_request_free(request);

  markdown(issue);
  lists(issue);

  // The source by a descriptor, and as bytes.
  int file = open(path, O_RDONLY);
  request = recto_begin_open_descriptor(engine, file, NULL, NULL);
  struct stat status;
  EXPECT(fstat(file, &status) == 0);
  unsigned char *bytes = malloc((size_t)status.st_size);
  EXPECT(pread(file, bytes, (size_t)status.st_size, 0) == status.st_size);
  close(file);
  EXPECT(outcome(request) == RECTO_STATUS_OK);
  request = recto_begin_open_bytes(engine, bytes, (size_t)status.st_size, "quay.pdf", NULL);
  free(bytes);
  EXPECT(outcome(request) == RECTO_STATUS_OK);
  EXPECT(outcome(recto_begin_open_bytes(engine, "# A story\n", 10, "story.md", NULL)) ==
         RECTO_STATUS_OK);
  recto_publication_free(issue);
  recto_engine_free(engine);
}

// Every wrong argument is one sentence.
static void misuse(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  EXPECT(outcome(recto_begin_open(engine, "/nonexistent", NULL)) == RECTO_STATUS_NOT_FOUND);
  EXPECT(outcome(recto_begin_open(engine, NULL, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_open(engine, "\xff\xfe", NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_open(engine, "-", NULL)) == RECTO_STATUS_NOT_FOUND);
  EXPECT(outcome(recto_begin_open(NULL, path, NULL)) == RECTO_STATUS_BAD_HANDLE);
  EXPECT(outcome(recto_begin_open((recto_engine *)issue, path, NULL)) == RECTO_STATUS_BAD_HANDLE);
  EXPECT(outcome(recto_begin_open_descriptor(engine, -1, NULL, NULL)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(outcome(recto_begin_open_bytes(engine, "?", 1, "a.bin", NULL)) ==
         RECTO_STATUS_UNSUPPORTED);
  recto_open_options bad = {.size = sizeof bad, .time_limit = NAN};
  EXPECT(outcome(recto_begin_open(engine, path, &bad)) == RECTO_STATUS_BAD_REQUEST);
  bad = (recto_open_options){.size = sizeof bad, .page_width = -1, .page_height = 3};
  EXPECT(outcome(recto_begin_open(engine, path, &bad)) == RECTO_STATUS_BAD_REQUEST);
  bad = (recto_open_options){.size = sizeof bad, .style = "line-spacing=1.4,typeface=comic"};
  EXPECT(outcome(recto_begin_open(engine, path, &bad)) == RECTO_STATUS_BAD_REQUEST);
  bad = (recto_open_options){.size = sizeof bad, .engine = "steam"};
  EXPECT(outcome(recto_begin_open(engine, path, &bad)) == RECTO_STATUS_BAD_REQUEST);
  bad = (recto_open_options){.size = 0};
  EXPECT(outcome(recto_begin_open(engine, path, &bad)) == RECTO_STATUS_BAD_REQUEST);
  struct { recto_open_options known; double newer; } newer = {.known.size = sizeof newer, .newer = 1};
  EXPECT(outcome(recto_begin_open(engine, path, &newer.known)) == RECTO_STATUS_BAD_REQUEST);
  for (int64_t page = -1; page <= 8; page += 9)
    EXPECT(outcome(recto_begin_text(issue, page, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(strcmp(error.message, "there is no page 8: the last is 7") == 0);
  recto_render_options brief = {.size = sizeof brief, .time_limit = 1e-5};
  EXPECT(outcome(recto_begin_render(issue, 8, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  EXPECT(strcmp(error.message, "there is no page 8: the last is 7") == 0);
  EXPECT(outcome(recto_begin_render(issue, 0, &brief)) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(strcmp(error.message, "time_limit must be from 0.01 to 86400") == 0);
  EXPECT(outcome(recto_begin_text(issue, INT64_MAX, NULL)) == RECTO_STATUS_NO_SUCH_PAGE);
  recto_render_options sizes[] = {
      {.dpi = NAN}, {.dpi = -1}, {.dpi = INFINITY}, {.fit_width = 5}, {.rotation = 45},
      {.region = {NAN, 0, 1, 1}}, {.region = {0, 0, -1, 1}}, {.region = {900, 900, 5, 5}},
      {.flags = 1u << 30}, {.background = "mauve"}, {.priority = 9}, {.time_limit = -1}};
  for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
    sizes[index].size = sizeof *sizes;
    EXPECT(outcome(recto_begin_render(issue, 0, &sizes[index])) == RECTO_STATUS_BAD_REQUEST);
  }
  recto_render_options huge = {.size = sizeof huge, .dpi = 1e9};
  EXPECT(outcome(recto_begin_render(issue, 0, &huge)) == RECTO_STATUS_LIMIT);
  EXPECT(outcome(recto_begin_search(issue, "", NULL)) == RECTO_STATUS_BAD_REQUEST);
  recto_search_options regex = {.size = sizeof regex, .flags = RECTO_SEARCH_REGEX};
  EXPECT(outcome(recto_begin_search(issue, "(", &regex)) == RECTO_STATUS_BAD_REQUEST);
  recto_search_options late = {.size = sizeof late, .first_page = 8};
  EXPECT(outcome(recto_begin_search(issue, "a", &late)) == RECTO_STATUS_NO_SUCH_PAGE);
  recto_request *request = recto_begin_text(issue, 0, NULL);
  EXPECT(recto_wait(request, NAN, &error) == RECTO_STATUS_BAD_REQUEST);
  EXPECT(recto_wait(request, -1, NULL) == RECTO_STATUS_OK);
  EXPECT(recto_get_text(request, NULL, &error) == RECTO_STATUS_BAD_REQUEST);
  recto_request_free(request);
  recto_request_free(request);
  EXPECT(recto_wait(request, -1, &error) == RECTO_STATUS_BAD_HANDLE);
  EXPECT(recto_request_descriptor(request) == -1);
  recto_cancel(request);
  recto_publication_free(issue);
  EXPECT(recto_page_count(issue) == -1);
  EXPECT(outcome(recto_begin_text(issue, 0, NULL)) == RECTO_STATUS_BAD_HANDLE);
  recto_engine_free(engine);
  EXPECT(outcome(recto_begin_open(engine, path, NULL)) == RECTO_STATUS_BAD_HANDLE);
  recto_engine_options other = {.size = sizeof other, .program = "/nonexistent"};
  EXPECT(recto_engine_new(&other, &engine, &error) == RECTO_STATUS_NOT_INSTALLED);
  EXPECT(recto_engine_new(NULL, NULL, &error) == RECTO_STATUS_BAD_REQUEST);
}

// Another program in place of the recto command is told, not waited for.
static void other_version(const char *path, const char *program) {
  recto_engine_options options = {.size = sizeof options, .program = program};
  recto_engine *engine = NULL;
  EXPECT(recto_engine_new(&options, &engine, &error) == RECTO_STATUS_OK);
  EXPECT(outcome(recto_begin_open(engine, path, NULL)) == RECTO_STATUS_NOT_INSTALLED);
  EXPECT(strstr(error.message, recto_version()) && strstr(error.message, program));
  recto_engine_free(engine);
}

// Requests in an event loop, and given up.
static void waiting(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  recto_request *request = recto_begin_text(issue, 3, NULL);
  struct pollfd entry = {recto_request_descriptor(request), POLLIN, 0};
  EXPECT(poll(&entry, 1, 60000) == 1 && recto_wait(request, 0, &error) == RECTO_STATUS_OK);
  EXPECT(recto_request_descriptor(request) == entry.fd);
  recto_request_free(request);
  recto_render_options slow = {.size = sizeof slow, .dpi = 900};
  recto_request *requests[20];
  for (int index = 0; index < 20; index++)
    requests[index] = recto_begin_render(issue, index % 8, &slow);
  EXPECT(recto_wait(requests[19], 0, &error) == RECTO_STATUS_PENDING);
  for (int index = 0; index < 20; index++) recto_cancel(requests[index]);
  EXPECT(recto_wait(requests[19], -1, &error) == RECTO_STATUS_CANCELLED);
  for (int index = 0; index < 20; index++) recto_request_free(requests[index]);
  render_once(issue, 0);
  recto_publication_free(issue);
  recto_engine_free(engine);
}

static void *render_pages(void *publication) {
  for (int round = 0; round < 3; round++)
    for (int64_t page = 0; page < 8; page++) render_once(publication, page);
  return NULL;
}

// One publication on four threads at once, and its handle freed meanwhile.
static void threads(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  pthread_t others[4];
  for (int index = 0; index < 4; index++)
    EXPECT(pthread_create(&others[index], NULL, render_pages, issue) == 0);
  for (int index = 0; index < 4; index++) pthread_join(others[index], NULL);
  recto_request *request = recto_begin_render(issue, 0, NULL);
  recto_publication_free(issue);
  recto_engine_free(engine);
  EXPECT(outcome(request) == RECTO_STATUS_OK);
}

static int descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

static int children(pid_t *numbers, int capacity) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    char path[512];
    snprintf(path, sizeof path, "/proc/self/task/%s/children", task->d_name);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    for (int number; count < capacity && fscanf(file, "%d", &number) == 1;) numbers[count++] = number;
    fclose(file);
  }
  closedir(tasks);
  return count;
}

static long resident(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  EXPECT(file && fscanf(file, "%*d %ld", &pages) == 1);
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE) >> 10;
}

// Looks at what ends by itself, 50 times a second for five minutes: the common limit of the tests.
enum { LOOKS = 15000 };

// Opens, renders and closes again and again: nothing is left of it.
static void rounds(const char *path, int count) {
  recto_engine *engine = make_engine();
  long before = 0;
  int had = 0;
  for (int round = 0; round < count; round++) {
    if (round == count / 10) before = resident(), had = descriptors();
    recto_publication *issue = open_file(engine, path);
    render_once(issue, 0);
    recto_publication_free(issue);
  }
  // The last workers' threads end by themselves.
  for (int patience = 0; patience < LOOKS && descriptors() > had; patience++) {
    struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
  }
  long grown = resident() - before;
  printf("%d rounds: %ld KiB grown, %d descriptors, before %d\n", count, grown, descriptors(), had);
  EXPECT(descriptors() <= had);
  EXPECT(grown < 4096);
  recto_engine_free(engine);
  pid_t left[8];
  for (int patience = 0; patience < LOOKS && children(left, 8) > 0; patience++) {
    struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
  }
  EXPECT(children(left, 8) == 0);
}

// A fork can do nothing with what it has inherited, and does no harm to it.
static void forks(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  recto_request *pending = recto_begin_text(issue, 0, NULL);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    EXPECT(recto_wait(pending, -1, &error) == RECTO_STATUS_BAD_HANDLE);
    EXPECT(outcome(recto_begin_text(issue, 0, NULL)) == RECTO_STATUS_BAD_HANDLE);
    EXPECT(recto_page_count(issue) == -1);
    recto_request_free(pending);
    recto_publication_free(issue);
    recto_engine_free(engine);
    recto_engine *own = make_engine();
    recto_publication *again = open_file(own, path);
    render_once(again, 0);
    render_once(again, 7);
    recto_request *given_up = recto_begin_articles(again, NULL);
    recto_cancel(given_up);
    EXPECT(outcome(given_up) == RECTO_STATUS_CANCELLED);
    recto_publication_free(again);
    recto_engine_free(own);
    exit(0);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT(outcome(pending) == RECTO_STATUS_OK);
  render_once(issue, 1);
  recto_publication_free(issue);
  recto_engine_free(engine);
}

// Prints the number of the process that all workers come from, and waits to be killed; a fork of it
// lives on, with everything that it has inherited.
static void victim(const char *path) {
  recto_engine *engine = make_engine();
  recto_publication *issue = open_file(engine, path);
  render_once(issue, 0);
  pid_t zygote[2];
  EXPECT(children(zygote, 2) == 1);
  pid_t child = fork();
  if (child == 0) {
    close(1);
    for (;;) pause();
  }
  printf("%d %d\n", (int)zygote[0], (int)child);
  fflush(stdout);
  for (;;) pause();
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *part = argv[1], *path = argv[2];
  if (!strcmp(part, "tour")) tour(path);
  else if (!strcmp(part, "misuse")) misuse(path);
  else if (!strcmp(part, "waiting")) waiting(path);
  else if (!strcmp(part, "threads")) threads(path);
  else if (!strcmp(part, "forks")) forks(path);
  else if (!strcmp(part, "victim")) victim(path);
  else if (!strcmp(part, "rounds") && argc > 3) rounds(path, atoi(argv[3]));
  else if (!strcmp(part, "version") && argc > 3) other_version(path, argv[3]);
  else return 2;
  return 0;
}
