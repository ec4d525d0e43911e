// The features of Poppler's C++ library that poppler-glib lacks: page boxes, words with fonts and
// marked-content identifiers, glyphs, the structure tree, and pictures as they are clipped, in C
// types.
//
// Coordinates are points (user units) of the page as it is shown, rotated by its /Rotate, origin at
// the top left of the crop box, y down. Nothing here is safe in two threads on one document.

#ifndef CRECTOPOPPLERPAGE_H
#define CRECTOPOPPLERPAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "found_text.h"

#ifdef __cplusplus
extern "C" {
#endif

// poppler-glib's own types. Its header is left out: Swift loses the constants of unnamed
// enumerations that two modules include.
typedef struct _PopplerDocument PopplerDocument;
typedef struct _PopplerPage PopplerPage;

typedef enum {
  RECTO_OPEN_FAILED,
  RECTO_OPEN_DAMAGED,
  RECTO_OPEN_BAD_CATALOG,
  RECTO_OPEN_ENCRYPTED,
  RECTO_OPEN_UNKNOWN_ENCRYPTION,
} recto_open_error;

// Opens a PDF from bytes, which must outlive the document; release the document with g_object_unref.
// Returns NULL and sets `error` if the document cannot be opened.
//
// Calls poppler_document_new_from_bytes, but never with a wrong password: Poppler then tries again with
// a copy of the stream, casts the copy to the wrong type, and crashes.
PopplerDocument *recto_document_open(
    const void *bytes, int length, const char *password, recto_open_error *error);

// Unpacks an object stream; `bytes` begin with its dictionary. Returns the objects in the first `most` bytes of
// its content, each as `12 0 obj … endobj`, without those that a truncation has cut off entirely; `count` becomes
// the number of bytes returned. NULL if there are none. Free with free().
char *recto_object_stream_unpack(const void *bytes, size_t length, size_t most, size_t *count);

// Sends Poppler's error messages on the calling thread to `sink`, until `sink` is set to NULL. The message
// is borrowed; it has the form "Syntax error at position 12: …", or has no position. Messages of the kind
// `recto_complaint_glyphs` are Recto's own: letters of a page are drawn as boxes.
typedef enum { recto_complaint_file, recto_complaint_glyphs } recto_complaint;
typedef void (*recto_complaint_sink)(recto_complaint kind, const char *message, void *context);
void recto_set_complaint_sink(recto_complaint_sink sink, void *context);

typedef struct {
  // In default user space: origin anywhere, y up, not turned.
  recto_box media, crop, bleed, trim, art;
  int rotation;      // the page's /Rotate, any integer
  double user_unit;  // points per unit; 1 where the page states none
} recto_page_boxes;

void recto_page_get_boxes(PopplerPage *page, recto_page_boxes *boxes);

// True if the viewer preferences ask for right-to-left page order (/Direction /R2L).
bool recto_document_is_right_to_left(PopplerDocument *document);

// The catalog's /Lang as the file has it, or NULL. Free with free().
char *recto_document_language(PopplerDocument *document);

// The byte that PDFDocEncoding has for a Unicode scalar; -1 where it has none.
int recto_doc_encoding_byte(uint32_t scalar);

// The cipher of an encrypted document, `RC4` or `AES`, with the bits of its key; NULL if it is not
// encrypted.
const char *recto_document_cipher(PopplerDocument *document, int *bits);

// True if the page has to be drawn on a transparent surface, without the paper, since the page group is
// isolated (ISO 32000-2, 11.4.7): the page uses a blend mode whose result on white differs from that on
// transparency, or a knockout group, which Poppler draws by erasing the content below.
bool recto_page_needs_own_backdrop(PopplerPage *page);

// Keeps the next poppler_page_render from building its own text page, which is never read here and
// took 12 to 28 % of the time of dense pages. A glib text call on that page finds no text.
void recto_page_skip_text(PopplerPage *page);

// The display lists of a document's most recently drawn pages, in at most `most_bytes` bytes. With a list, a
// page is not interpreted again when another part, another scale or its text is requested. NULL if memory ran
// out. Free with recto_drawings_free before the document.
typedef struct recto_drawings recto_drawings;
recto_drawings *recto_drawings_new(size_t most_bytes);
void recto_drawings_free(recto_drawings *drawings);
size_t recto_drawings_bytes(const recto_drawings *drawings);

// Draws a page into a `cairo_t *`: from its display list, or with poppler_page_render. If `drawings` is NULL, no
// list is kept. A page without its annotations, but with its form fields, is drawn with poppler_page_render_full
// (before Poppler 25.02, poppler_page_render_for_printing_with_options), and no list of it is kept.
// A list contains the layers that were visible when it was made. `hidden` has the numbers of `count` text objects
// that are not drawn, as in `recto_glyph.run`, in ascending order. Returns false if memory ran out.
bool recto_page_draw(PopplerPage *page, void *context, bool has_annotations, recto_drawings *drawings,
                     const uint32_t *hidden, size_t count);

// An area of a link, in default user space: y up, not turned.
typedef struct {
  size_t link;        // its index in the list of poppler_page_get_link_mapping, read from the end
  double x[4], y[4];  // the corners of its text: top left, top right, bottom right, bottom left
} recto_link_quad;

// The areas that the page's links state (/QuadPoints: ISO 32000-2, 12.5.6.5), such as one a line; `count` of them.
// NULL if there are none or memory ran out. Free with free().
recto_link_quad *recto_page_link_quads(PopplerPage *page, size_t *count);

typedef struct recto_text recto_text;

// The page's words in Poppler's geometric reading order; NULL if memory ran out. They are read from the page's
// list in `drawings`, if `drawings` is not NULL and has one. `marked` requests the identifiers of marked content.
// Free with recto_text_free.
recto_text *recto_text_new(PopplerPage *page, bool marked, recto_drawings *drawings);
void recto_text_free(recto_text *text);

const recto_block *recto_text_blocks(const recto_text *text, size_t *count);
const recto_line *recto_text_lines(const recto_text *text, size_t *count);
const recto_word *recto_text_words(const recto_text *text, size_t *count);
// The words' characters as Unicode scalars in visual order, and their boxes.
const uint32_t *recto_text_scalars(const recto_text *text);
const recto_box *recto_text_boxes(const recto_text *text);
// The straight lines that the page draws along its axes, each without width or without height.
const recto_box *recto_text_rules(const recto_text *text, size_t *count);
// The font's name without the tag of a subset. Lent until the text is freed; never NULL.
const char *recto_text_font(const recto_text *text, uint32_t index);

// The color space families of ISO 32000-2, 8.6.3, calibrated ones with those of the device.
typedef enum {
  RECTO_COLORS_NONE,  // a stencil
  RECTO_COLORS_GRAY,
  RECTO_COLORS_RGB,
  RECTO_COLORS_CMYK,
  RECTO_COLORS_LAB,
  RECTO_COLORS_ICC,
  RECTO_COLORS_INDEXED,
  RECTO_COLORS_SEPARATION,
  RECTO_COLORS_DEVICE_N,
  RECTO_COLORS_PATTERN,
} recto_colors;

typedef struct {
  recto_box box;  // the part of the picture inside of the clip
  int32_t width, height;  // in samples
  double placed_width, placed_height;  // of the whole picture along its own sides, in user units
  recto_colors colors;
  recto_colors base;    // the base of an indexed space; equal to `colors` for others
  uint8_t components;   // of the base
  uint8_t bits;         // per component
  bool soft_mask;
  int64_t bytes;        // of its stream as stored; -1 for an inline image
  int32_t mcid;         // the marked-content identifier in effect, or -1
  bool artifact;        // drawn as an artifact (ISO 32000-2, 14.8.2.2)
} recto_image;

// The pictures that the page draws, stencils included, in drawing order; `count` of them. NULL if
// there are none or memory ran out. Free with free().
recto_image *recto_page_images(PopplerPage *page, size_t *count);

typedef struct {
  int32_t mcid;
  int32_t block;       // equal for content of one block-level element
  int32_t outer;       // the enclosing block, if this one may be inline in that block's lines; else `block`
  const char *role;    // that element's standard type, such as "H1"
  const char *language; // BCP 47, or NULL
  const char *alternative; // the replacement text (14.9.3, 14.9.4), UTF-8, or NULL
} recto_content;

typedef struct recto_structure recto_structure;

// The structure tree of a document (ISO 32000-2, 14.7); NULL where it is not tagged or memory ran
// out. Free with recto_structure_free.
recto_structure *recto_structure_new(PopplerDocument *document);
void recto_structure_free(recto_structure *structure);

// The marked content of a page, an index from 0, in the order of the tree; `count` of them, which live until
// the next call. NULL if there are none or memory ran out.
//
// Reads only the elements around them, where the document's parent tree (14.7.5.4) has them.
const recto_content *recto_structure_contents(recto_structure *structure, int page, size_t *count);

// Reads all elements, for documents whose parent tree lacks some.
void recto_structure_read_all(recto_structure *structure);

typedef struct {
  int32_t page;    // index from 0
  int32_t thread;  // index from 0 of the thread that it is of
  recto_box box;   // in default user space: y up, not turned
} recto_bead;

// The beads of all article threads (12.4.3), one thread after the other; `count` of them. NULL if
// there are none or memory ran out. Free with free().
recto_bead *recto_document_beads(PopplerDocument *document, size_t *count);

// The drawing of one cluster of letters: one glyph, or all glyphs of an /ActualText.
typedef struct {
  double x, y;            // where it begins on its baseline
  double along_x, along_y; // from there to where it ends
  double up_x, up_y;      // an em of the font, from the baseline towards the top of the letters
  double ascent, descent; // in ems; the descent is negative
  uint32_t first_char, char_count; // of its scalars; 0 if they are unknown
  uint32_t font;          // an index for recto_glyphs_font
  int32_t rank;           // of its marked content in the order of the structure tree, or -1
  int32_t element;        // the number of the structure element that has this content, or -1
  uint32_t run;           // equal for glyphs of one text object
  bool reversed;          // its run is drawn against the order of reading (14.8.2.3.3)
  bool clipped;           // its middle is outside of the clip
} recto_glyph;

typedef struct recto_glyphs recto_glyphs;

// The place of each marked content in the order of the structure tree, also of those in elements
// that Poppler does not know. NULL if memory ran out. Free with recto_marks_free.
typedef struct recto_marks recto_marks;
recto_marks *recto_marks_new(PopplerDocument *document);
void recto_marks_free(recto_marks *marks);

// The glyphs of a page in drawing order; NULL if memory ran out. Free with recto_glyphs_free.
recto_glyphs *recto_glyphs_new(PopplerPage *page, const recto_marks *marks);
void recto_glyphs_free(recto_glyphs *glyphs);
const recto_glyph *recto_glyphs_list(const recto_glyphs *glyphs, size_t *count);
const uint32_t *recto_glyphs_scalars(const recto_glyphs *glyphs);
size_t recto_glyphs_font_count(const recto_glyphs *glyphs);
// The font's name without the tag of a subset. Lent until the glyphs are freed; never NULL.
const char *recto_glyphs_font(const recto_glyphs *glyphs, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
