// librecto: publications - PDF, page images, layouts, HTML, EPUB - as page images and page text.
//
// Sources are opened by the `recto` command in sandboxed worker processes, never in the process that
// uses this library: a broken file costs its own request and nothing else.
//
//   recto_engine *engine = NULL;
//   recto_engine_new(NULL, &engine, NULL);
//   recto_request *opening = recto_begin_open(engine, "issue.pdf", NULL);
//   recto_publication *issue = NULL;
//   recto_wait(opening, -1, NULL);
//   recto_take_publication(opening, &issue, NULL);
//   recto_request_free(opening);
//
// Handles. Engines, publications and requests are handles: numbers that look like pointers. A handle
// that is NULL, freed, or was made before this process was forked is refused with
// RECTO_STATUS_BAD_HANDLE, and freeing it does nothing. A forked child can make an engine of its own,
// whatever the other threads of its parent did in the library: a fork waits, at most 5 s, until they
// hold none of its locks.
//
// Requests. Every `recto_begin_…` returns a request at once, even if the arguments are invalid:
// `recto_wait` then reports the error. A request keeps its publication open, and a publication its
// engine. What a `recto_get_…` gives belongs to the request: pointers are valid until
// `recto_request_free`.
//
// Threads. Every function may be called from any thread, also on the same handle at the same time,
// and blocks its caller alone. No callback is ever made. The library does not
// change signal handlers, the locale, the working directory or environment variables, and never ends the process.
//
// Units. Points are 1/72 inch, from the top left of the page's crop box before its rotation, y down.
// Pages are counted from 0. Text is UTF-8 and ends with a zero byte.
//
// Structs. `size` is sizeof the struct, which the caller sets before the call, and zero in any other
// member of an options struct means the default. Later versions add members at the end only: the
// library reads and writes no more than `size` bytes, and refuses members that it does not know.
#ifndef RECTO_H
#define RECTO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct recto_engine recto_engine;
typedef struct recto_publication recto_publication;
typedef struct recto_request recto_request;

// The status of a call.
typedef int32_t recto_status;
enum {
  RECTO_STATUS_OK = 0,
  RECTO_STATUS_PENDING = 1,         // the request is not done yet
  RECTO_STATUS_BAD_REQUEST = 2,     // the arguments are invalid
  RECTO_STATUS_BAD_HANDLE = 3,      // NULL, freed, or made before a fork
  RECTO_STATUS_NO_SUCH_PAGE = 4,    // the publication has no page of that index
  RECTO_STATUS_NOT_FOUND = 5,       // the source does not exist
  RECTO_STATUS_UNREADABLE = 6,      // the source exists and cannot be read
  RECTO_STATUS_UNSUPPORTED = 7,     // the source is of an unknown kind
  RECTO_STATUS_DAMAGED = 8,         // the source is of a known kind and broken
  RECTO_STATUS_NEEDS_PASSWORD = 9,  // encrypted, and the password is missing or wrong
  RECTO_STATUS_NOT_INSTALLED = 10,  // the recto command or a library is missing
  RECTO_STATUS_LIMIT = 11,          // a limit on time, memory, pixels or size was reached
  RECTO_STATUS_BUSY = 12,           // too many requests at once: try again later
  RECTO_STATUS_CANCELLED = 13,      // the request was cancelled
  RECTO_STATUS_BUG = 14             // a bug in Recto
};

// The error of a failed call. Owned by the caller; every parameter of this type may be NULL.
typedef struct recto_error {
  size_t size;
  recto_status status;
  char message[512];  // one sentence: the problem, its place, the remedy; empty on success
} recto_error;

typedef struct recto_box {
  double x, y, width, height;  // points
} recto_box;

// The version of the library, such as "0.1.0". The string is never freed.
const char *recto_version(void);

// MARK: Engines

enum {
  // Opens sources where the system has no sandbox to put workers into.
  RECTO_ENGINE_UNSANDBOXED = 1
};

typedef struct recto_engine_options {
  size_t size;
  // The recto command of this library's version. NULL looks for it at $RECTO_PROGRAM, beside the
  // library, in ../bin from there, beside the host's program, and on the PATH.
  const char *program;
  // The folder of cached results that take long: page counts and search indices. NULL caches
  // nothing.
  const char *cache_directory;
  uint32_t flags;  // RECTO_ENGINE_…
} recto_engine_options;

// Makes an engine, which starts one process of the recto command. `options` may be NULL. One engine
// is enough for a program.
//
// Fails with NOT_INSTALLED if the recto command is missing, with BAD_REQUEST if an option is wrong, and with
// BUSY if the system cannot start a process. If the recto command is of another version, the first opening
// fails with NOT_INSTALLED.
recto_status recto_engine_new(const recto_engine_options *options, recto_engine **engine,
                              recto_error *error);

// Frees an engine. Its processes end with its last publication and request, and when this process ends
// for any reason.
void recto_engine_free(recto_engine *engine);

// MARK: Requests

// Waits until a request is done, for at most `seconds`: without a limit if negative, not at all if 0.
// Several threads may wait for a request, and any number of times.
//
// Returns PENDING if it is not done, BAD_REQUEST if `seconds` is NaN, else the request's status.
recto_status recto_wait(recto_request *request, double seconds, recto_error *error);

// A descriptor that becomes readable once the request is done, for poll(2) and event loops. The request
// owns it and closes it when it is freed; do not read from it. -1 for a bad handle, or if the process has
// no descriptor left.
int recto_request_descriptor(recto_request *request);

// Cancels a request: it ends with CANCELLED soon, unless it is done before. A worker's work on it is
// stopped.
void recto_cancel(recto_request *request);

// Frees a request and everything that `recto_get_…` returned from it; cancels it if it is not done.
void recto_request_free(recto_request *request);

// MARK: Publications

typedef struct recto_open_options {
  size_t size;
  const char *password;  // tried as user and as owner password; NULL for none
  double time_limit;     // seconds that a page, or another request, may take; 0 for 10
  int32_t memory_limit;  // MiB that a worker may use; 0 for 512, and 1024 for a browser
  int32_t workers;       // worker processes at most; 0 for one a processor
  // The layout of a reflowable source; ignored for others.
  double page_width, page_height;  // points, 36 to 14400; 0 for the source's own
  double font_scale;               // 0.25 to 5; 0 for 1
  double margin;                   // points on all sides; 0 for the source's own, less for none
  const char *theme;               // such as "sepia" or "night"; NULL for the source's own
  // The reader's type: settings of the command line without their hyphens, comma-separated, such as
  // "typeface=serif,line-spacing=1.4,hyphens=off"; NULL for the publisher's.
  const char *style;
  // Reads a PDF first, such as "poppler" or "pdfium"; another one takes over where it fails. NULL for the
  // first that is installed. Ignored for sources that no engine reads.
  const char *engine;
} recto_open_options;

// Opens a file or a folder. "-" is a path like any other, not standard input. `options` may be NULL.
//
// Ends with NOT_FOUND, UNREADABLE, UNSUPPORTED, DAMAGED, NEEDS_PASSWORD, NOT_INSTALLED, LIMIT,
// CANCELLED, BAD_REQUEST for an invalid layout, or BUSY if too many files are open or no worker
// starts in time.
recto_request *recto_begin_open(recto_engine *engine, const char *path,
                                const recto_open_options *options);

// The same for a descriptor of a regular file, which stays the caller's and may be closed at once. The
// file must not become shorter while it is open. `name` is a file's name whose ending helps to
// recognize formats without signatures, such as "story.md"; NULL for none. Nothing beside it is
// read.
recto_request *recto_begin_open_descriptor(recto_engine *engine, int descriptor, const char *name,
                                           const recto_open_options *options);

// The same for bytes, which are copied before the call returns.
recto_request *recto_begin_open_bytes(recto_engine *engine, const void *bytes, size_t count,
                                      const char *name, const recto_open_options *options);

// Gives the publication of an opening that is done, a new handle each time, to be freed by the caller.
// Fails with PENDING, the opening's own failure, or BAD_REQUEST for another request.
recto_status recto_take_publication(recto_request *request, recto_publication **publication,
                                    recto_error *error);

// Frees a publication. It closes with its last request.
void recto_publication_free(recto_publication *publication);

// The number of pages; -1 for a bad handle.
int64_t recto_page_count(recto_publication *publication);

enum {
  RECTO_PRIORITY_VISIBLE = 0,  // the user is waiting for it
  RECTO_PRIORITY_NEIGHBOR = 1,
  RECTO_PRIORITY_THUMBNAIL = 2,
  RECTO_PRIORITY_EXPORT = 3  // one of many; not awaited singly
};

// The urgency of a request, and its time limit.
typedef struct recto_request_options {
  size_t size;
  double time_limit;  // seconds for each of its jobs in a worker; 0 for the publication's
  int32_t priority;   // RECTO_PRIORITY_…; of equal ones the oldest is first
} recto_request_options;

// MARK: Facts about a publication. Strings are NULL where the source does not state them.

enum { RECTO_LEFT_TO_RIGHT = 0, RECTO_RIGHT_TO_LEFT = 1, RECTO_TOP_TO_BOTTOM = 2 };

typedef struct recto_info {
  size_t size;
  const char *format;   // such as "PDF 1.7"
  const char *backend;  // the name of the backend, such as "pdf"
  const char *title, *author, *subject, *keywords;
  const char *language;           // BCP 47
  const char *creator, *producer;
  const char *created, *modified;  // ISO 8601 in UTC
  int32_t direction;               // of the pages
  int32_t is_reflowable;           // 1 where the layout follows page and type sizes
  size_t warning_count;
  const char *const *warnings;     // problems found so far, one sentence each
} recto_info;

// Asks for the facts about a publication. `options` may be NULL, here and in all that follows.
// JSON: `{"format","metadata":{…},"direction","reflowable",…}` as docs/plugins.md has it.
recto_request *recto_begin_info(recto_publication *publication,
                                const recto_request_options *options);
recto_status recto_get_info(recto_request *request, recto_info *info, recto_error *error);

typedef struct recto_page {
  size_t size;
  int64_t index;
  const char *label;     // as printed, such as "iv"; the number from 1 where there is none
  double width, height;  // points, of the crop box as it lies before its rotation
  int32_t rotation;      // the display rotation, degrees clockwise
  recto_box media, bleed, trim, art;
} recto_page;

// Asks for the facts about a page; nothing is drawn. Ends with NO_SUCH_PAGE, and as every request
// that follows with DAMAGED, LIMIT, BUSY, CANCELLED.
recto_request *recto_begin_page(recto_publication *publication, int64_t page,
                                const recto_request_options *options);
recto_status recto_get_page(recto_request *request, recto_page *page, recto_error *error);

// MARK: Page images

enum {
  RECTO_RENDER_GRAY = 1,            // gray values only
  RECTO_RENDER_DARK = 2,            // dark mode; photographs keep their colors
  RECTO_RENDER_NO_ANNOTATIONS = 4,  // without annotations and form fields
  RECTO_RENDER_DETERMINISTIC = 8    // the same pixels on every machine with the same libraries
};

typedef struct recto_render_options {
  size_t size;
  double dpi;                       // pixels an inch; 0 for 150, or as many as an image can have
  int32_t fit_width, fit_height;    // instead of dpi: as large as fits into these pixels
  recto_box region;                 // the part that is wanted, in points; all 0 for the whole page
  int32_t rotation;                 // 0, 90, 180 or 270 clockwise, on top of the page's own
  uint32_t flags;                   // RECTO_RENDER_…
  const char *background;           // "#rrggbb", "#rrggbbaa", "transparent"; NULL for white
  double time_limit;                // as in recto_request_options
  int32_t priority;
  // Layers to show and to hide, whatever the source says: their `id` in the list `layers`, a line each.
  const char *shown_layers, *hidden_layers;
} recto_render_options;

// Renders a page. Ends with BAD_REQUEST for an invalid size or region, LIMIT beyond 50
// megapixels.
recto_request *recto_begin_render(recto_publication *publication, int64_t page,
                                  const recto_render_options *options);

enum {
  RECTO_PIXELS_BGRX = 0,  // 4 bytes: blue, green, red, 255
  RECTO_PIXELS_BGRA = 1,  // 4 bytes: blue, green, red, each multiplied by alpha, and alpha
  RECTO_PIXELS_RGB = 2,   // 3 bytes: red, green, blue
  RECTO_PIXELS_RGBA = 3,  // 4 bytes: red, green, blue, not multiplied, and alpha
  RECTO_PIXELS_GRAY = 4   // 1 byte, weighted as ITU-R BT.601 does
};

// An image, sRGB, rows from the top. Its memory is lent: the worker that drew it has it too, so that a
// compromised worker could change pixels. Read values from it, never lengths or offsets.
typedef struct recto_image {
  size_t size;
  int32_t width, height;  // pixels
  size_t stride;          // bytes from one row to the next
  const void *pixels;     // RECTO_PIXELS_BGRA where has_alpha is 1; else as BGRX, the fourth byte
                          // undefined
  int32_t has_alpha;
  double scale;         // pixels per point
  double transform[6];  // from points to pixels: x' = t[0] x + t[2] y + t[4], y' = t[1] x + t[3] y + t[5]
} recto_image;

recto_status recto_get_image(recto_request *request, recto_image *image, recto_error *error);

// Copies an image into the caller's buffer of `count` bytes, in `format` (RECTO_PIXELS_…), `stride`
// bytes a row. Fails with BAD_REQUEST where a row or the whole does not fit; nothing is written then.
recto_status recto_copy_image(recto_request *request, int32_t format, void *buffer, size_t count,
                              size_t stride, recto_error *error);

// MARK: Page text

enum {
  RECTO_ORDER_STRUCTURE = 0,  // the author's own, from the tags of the document
  RECTO_ORDER_ARTICLES = 1,   // of article threads
  RECTO_ORDER_LAYOUT = 2,     // the order in which a layout engine set it
  RECTO_ORDER_GEOMETRY = 3    // guessed from the positions of words
};

enum {
  // The next word follows without a space, on its line or the next; there may be none on the page.
  RECTO_WORD_JOINS_NEXT = 1,
  RECTO_WORD_RIGHT_TO_LEFT = 2,
  RECTO_WORD_TOP_TO_BOTTOM = 4,
  RECTO_WORD_SLANTED = 8         // not parallel to an axis: its quad is exact, its box only encloses it
};

// The text of a page as arrays, in reading order. Boxes are four numbers each (x, y, width, height),
// quads eight: the corners top left, top right, bottom right, bottom left of the text, x before y.
// An array of `starts` has one number more than there are elements: element i owns the entries of the
// other array from starts[i] up to, not including, starts[i + 1].
typedef struct recto_text {
  size_t size;
  int32_t order;              // RECTO_ORDER_…
  const char *plain;          // an empty line ends blocks, a line feed lines and rows of tables, a tab cells
  size_t plain_length;        // bytes
  size_t word_count;
  const char *word_utf8;      // the words one after the other, each with a zero byte
  const uint32_t *word_starts;  // of the words in word_utf8
  const double *word_boxes;   // cover the ink
  const double *word_quads;
  const double *word_sizes;   // of the type, in points; 0 where it is not known
  const int32_t *word_fonts;  // indices into fonts; -1 where it is not known
  const int32_t *word_languages;  // indices into languages; -1 where none is stated
  const uint32_t *word_flags;     // RECTO_WORD_…
  const uint32_t *word_lines;     // the index of the word's line
  const uint32_t *word_glyphs;    // starts in glyph_boxes
  size_t glyph_count;
  const double *glyph_boxes;  // one a grapheme cluster
  size_t line_count;
  const double *line_boxes;
  const double *line_baselines;  // x, y of the start, x, y of the end, in the line's direction
  const uint32_t *line_blocks;   // the index of the line's block
  size_t block_count;
  const double *block_boxes;
  const char *const *block_roles;  // such as "paragraph", "heading1", "artifact"
  size_t font_count;
  const char *const *fonts;  // full names without a subset prefix
  size_t language_count;
  const char *const *languages;  // BCP 47
} recto_text;

// Reads the text of a page; one without text has no words, which is not an error. JSON is that of
// `recto text --format json --glyphs` for one page.
recto_request *recto_begin_text(recto_publication *publication, int64_t page,
                                const recto_request_options *options);
recto_status recto_get_text(recto_request *request, recto_text *text, recto_error *error);

// MARK: Search

enum {
  RECTO_SEARCH_REGEX = 1,  // a regular expression as ICU reads them
  RECTO_SEARCH_CASE = 2,   // match case
  RECTO_SEARCH_ACCENTS = 4,  // match accents
  RECTO_SEARCH_WHOLE_WORDS = 8
};

typedef struct recto_search_options {
  size_t size;
  uint32_t flags;         // RECTO_SEARCH_…
  int64_t first_page;     // where the search begins
  int64_t page_count;     // 0 for all that follow
  double regex_limit;     // seconds that a regular expression may take; 0 for 1
  double time_limit;      // as in recto_request_options
  int32_t priority;
} recto_search_options;

// Hits in the order of the pages. Quads are as in recto_text, one a line that a hit touches.
typedef struct recto_hits {
  size_t size;
  size_t hit_count;
  const char *const *texts;    // as read, lines joined
  const char *const *befores;  // a few words of context
  const char *const *afters;
  const uint32_t *quad_starts;  // of the hits in quads and quad_pages
  size_t quad_count;
  const double *quads;
  const int64_t *quad_pages;  // the page that a quad is on: hits go on over the ends of pages
  // Pages that could not be read, with the reason.
  size_t failure_count;
  const int64_t *failed_pages;
  const char *const *failures;
} recto_hits;

// Finds text over the ends of lines, columns and pages. Ends with BAD_REQUEST for a query that is
// empty, too long or not a regular expression, NO_SUCH_PAGE if first_page is beyond the last page, and
// LIMIT if an expression takes too long. If page_count reaches beyond the last page, the search ends there.
// JSON: `{"query","hits":[…]}` as of `recto search --json`.
recto_request *recto_begin_search(recto_publication *publication, const char *query,
                                  const recto_search_options *options);
recto_status recto_get_hits(recto_request *request, recto_hits *hits, recto_error *error);

// MARK: Links, outline, articles

enum {
  RECTO_TARGET_NONE = 0,
  RECTO_TARGET_PAGE = 1,    // target_pages has the index, target_points the place on it
  RECTO_TARGET_URL = 2,     // as in the source; not checked
  RECTO_TARGET_FILE = 3,
  RECTO_TARGET_ACTION = 4,  // such as "NextPage"
  RECTO_TARGET_BROKEN = 5   // a destination that the publication does not have
};

typedef struct recto_links {
  size_t size;
  size_t link_count;
  const uint32_t *quad_starts;
  size_t quad_count;
  const double *quads;
  const int32_t *target_kinds;       // RECTO_TARGET_…
  const int64_t *target_pages;       // -1 for other targets
  const double *target_points;       // x, y; not numbers where the target states no place
  const char *const *target_names;   // the URL, file, action or name; NULL for pages
} recto_links;

// Lists the links of a page. JSON: `[{"quads","target"}]`.
recto_request *recto_begin_links(recto_publication *publication, int64_t page,
                                 const recto_request_options *options);
recto_status recto_get_links(recto_request *request, recto_links *links, recto_error *error);

typedef struct recto_outline {
  size_t size;
  size_t entry_count;  // each entry is followed by those below it
  const char *const *titles;
  const uint32_t *depths;  // 0 for the top
  const int32_t *target_kinds;
  const int64_t *target_pages;
  const double *target_points;
  const char *const *target_names;
} recto_outline;

// Reads the table of contents. JSON: `[{"title","page","point","children":[]}]`.
recto_request *recto_begin_outline(recto_publication *publication,
                                   const recto_request_options *options);
recto_status recto_get_outline(recto_request *request, recto_outline *outline, recto_error *error);

typedef struct recto_articles {
  size_t size;
  size_t article_count;
  const char *const *titles;
  const char *const *languages;   // BCP 47, or NULL
  const char *const *markdown;    // CommonMark with front matter, without pictures
  const uint32_t *page_starts;    // of the articles in pages
  const int64_t *pages;
  const uint32_t *word_counts;
} recto_articles;

// Reads the articles, for which the text of every page is read. JSON: `{"articles":[…]}` as of
// `recto articles --json`, whose blocks have pages and boxes.
recto_request *recto_begin_articles(recto_publication *publication,
                                    const recto_request_options *options);
recto_status recto_get_articles(recto_request *request, recto_articles *articles,
                                recto_error *error);

// MARK: Markdown

enum {
  RECTO_SPAN_PICTURE = 16  // stands for a picture, whose area is its quad
};

// Markdown (CommonMark with GitHub's tables) with a map from its words to pages. A span is a word, the
// part of one that stands on one line, or a picture; every letter that was read from a page is in
// exactly one. Signs of Markdown, spaces and line feeds are in none. Quads and starts are as in
// recto_text.
typedef struct recto_markdown {
  size_t size;
  const char *text;
  size_t length;                  // bytes
  size_t span_count;              // in the order of the text; none overlaps another
  const uint32_t *span_starts;    // bytes of the text
  const uint32_t *span_ends;
  const uint32_t *span_code_points;  // two a span: the same range in code points, as Python counts
  const int64_t *span_pages;
  const int32_t *span_lines;      // the line among those of the page's recto_text; -1 for a picture
  const double *span_quads;       // cover the ink
  const uint32_t *span_flags;     // RECTO_WORD_RIGHT_TO_LEFT, …_TOP_TO_BOTTOM, RECTO_SPAN_PICTURE
  const uint32_t *span_characters;  // starts in the arrays of characters; a picture has none
  size_t character_count;           // grapheme clusters
  const uint32_t *character_starts;   // the byte of the text at which each begins
  const float *character_extents;  // two each, from 0 to 1: where it begins and ends along its quad, from
                                   // the left edge to the right one; of text that runs down, from the
                                   // upper to the lower one
  // Pages that could not be read, with the reason.
  size_t failure_count;
  const int64_t *failed_pages;
  const char *const *failures;
} recto_markdown;

// Writes pages as Markdown, without running heads and page numbers: `page_count` pages from `first_page`
// on, or all that follow where it is 0. All pages of a publication (0, 0) are its articles one after the
// other; pages that belong to none, such as those that are only a picture, are not in it. Pictures are
// named and not drawn. JSON: `{"markdown","spans":[…]}` as `recto text --format markdown --map` has it,
// with glyphs.
//
// Ends with NO_SUCH_PAGE for pages that are not there, BAD_REQUEST for negative ones, and the failure of
// the first page where none can be read.
recto_request *recto_begin_markdown(recto_publication *publication, int64_t first_page,
                                    int64_t page_count, const recto_request_options *options);
recto_status recto_get_markdown(recto_request *request, recto_markdown *markdown,
                                recto_error *error);

// MARK: Lists and files

// Reads a list by its name: `attachments`, `fonts`, `layers` and `outline` of the publication, where
// `page` is -1; `annotations`, `form_fields`, `images`, `links` and `media` of a page. It is empty where
// the source has none. JSON only (`recto_get_json`): an array of objects, which docs/c.md describes.
//
// Ends with BAD_REQUEST for another name, and NO_SUCH_PAGE for a page that is not there.
recto_request *recto_begin_list(recto_publication *publication, const char *name, int64_t page,
                                const recto_request_options *options);

// Reads a file that is attached to the publication, by its index in the list `attachments`. The answer
// is in `recto_get_bytes`. The file comes from the source: its content and its name are untrusted.
//
// Ends with BAD_REQUEST for an index out of range, LIMIT for more than 256 MiB.
recto_request *recto_begin_attachment(recto_publication *publication, int64_t index,
                                      const recto_request_options *options);

// Reads a sound, film or model of a page, by its index in the list `media`. The answer is in
// `recto_get_bytes`.
//
// Ends with BAD_REQUEST for an index out of range, NOT_FOUND for a medium that the source only
// refers to, LIMIT for more than 192 MiB.
recto_request *recto_begin_medium(recto_publication *publication, int64_t page, int64_t index,
                                  const recto_request_options *options);

// The file of such a request, `length` bytes and a zero byte. It belongs to the request.
recto_status recto_get_bytes(recto_request *request, const void **bytes, size_t *length,
                             recto_error *error);

// The answer of any request but an opening, an image and a file as JSON, `length` bytes and a zero byte.
// Numbers are rounded to thousandths. Fails with PENDING, the request's own failure, or BAD_REQUEST.
recto_status recto_get_json(recto_request *request, const char **json, size_t *length,
                            recto_error *error);

#ifdef __cplusplus
}
#endif
#endif
