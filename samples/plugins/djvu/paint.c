// Pixels of a page.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "djvu.h"

// A scan of a large sheet takes a second or two; the host's deadline is shorter than this.
static const int patience_seconds = 60;
// The maximum side of the whole page in pixels. djvulibre's scaler has a table of that length.
static const double largest_side = 1 << 24;
// Rounding noise of a few multiplications must not add a row of pixels; Recto's own.
static const double tolerance = 1e-6;

// The whole page in pixels, and the part of it that is wanted.
struct frame {
  int quarters;  // clockwise
  ddjvu_rect_t page, part;
  size_t offset;  // of the part in the host's pixels, in bytes
};

// The position of the page along one side of the host's pixels.
struct side {
  int start;        // the first pixel of the whole page that is wanted
  unsigned length;  // of the whole page
  unsigned skipped, count;
};

// The page reaches from `low` to `high`, and the host's pixels from 0 to `room`.
static bool place(double low, double high, int room, struct side *side) {
  double length = fmax(1, ceil(high - low - tolerance));
  if (!(length <= largest_side && fabs(low) <= 2 * largest_side)) return false;
  long start = lround(-low);
  side->length = (unsigned)length;
  side->skipped = start < 0 ? -start : 0;
  side->start = start < 0 ? 0 : start;
  long end = start + room < (long)length ? start + room : (long)length;
  side->count = end > side->start ? end - side->start : 0;
  return true;
}

static int32_t make_frame(const recto_paint *job, const struct page_size *size,
                          struct frame *frame, recto_sink *error) {
  bool is_upright = fabs(job->xx) >= fabs(job->yx);
  double scale = is_upright ? job->xx : job->yx;
  double other = is_upright ? job->yy : -job->xy;
  if (scale == 0 || !isfinite(scale) || fabs(scale - other) > 1e-9 * fabs(scale) ||
      !isfinite(job->x0) || !isfinite(job->y0)) {
    return fail(error, RECTO_BAD_REQUEST, "a page is turned by quarters and scaled evenly only");
  }
  frame->quarters = is_upright ? (scale > 0 ? 0 : 2) : (scale > 0 ? 1 : 3);
  double width = size->width * size->points_per_pixel;
  double height = size->height * size->points_per_pixel;
  // The page's extent as it is shown: one of the summands is zero, the other the side's length.
  double across = job->xx * width + job->xy * height, down = job->yx * width + job->yy * height;
  struct side x, y;
  if (!place(job->x0 + fmin(0, across), job->x0 + fmax(0, across), job->width, &x) ||
      !place(job->y0 + fmin(0, down), job->y0 + fmax(0, down), job->height, &y)) {
    return fail(error, RECTO_LIMIT, "the page would be more than %.0f pixels wide or high",
                largest_side);
  }
  frame->page = (ddjvu_rect_t){.w = x.length, .h = y.length};
  frame->part = (ddjvu_rect_t){.x = x.start, .y = y.start, .w = x.count, .h = y.count};
  frame->offset = y.skipped * job->stride + x.skipped * 4;
  return RECTO_OK;
}

// Decodes the page, unless it is the last one.
static int32_t decode(struct book *book, int32_t page, recto_sink *error) {
  if (book->decoded && book->decoded_index == page) return RECTO_OK;
  if (book->decoded) ddjvu_page_release(book->decoded);
  book->decoded_index = page;
  book->decoded = ddjvu_page_create_by_pageno(book->document, page);
  while (book->decoded && !ddjvu_page_decoding_done(book->decoded) &&
         messages_wait(book, patience_seconds)) {
  }
  messages_wait(book, 0);
  if (book->decoded && ddjvu_page_decoding_status(book->decoded) == DDJVU_JOB_OK) return RECTO_OK;
  if (book->decoded) {
    ddjvu_job_stop(ddjvu_page_job(book->decoded));
    ddjvu_page_release(book->decoded);
  }
  book->decoded = NULL;
  return fail_damaged(book, error, "the page");
}

// A page is opaque paper: one without anything on it is white.
static void fill_white(const recto_paint *job, const struct frame *frame) {
  for (unsigned y = 0; y < frame->part.h; y++) {
    uint8_t *row = job->pixels + frame->offset + y * job->stride;
    for (size_t x = 0; x < frame->part.w * (size_t)4; x++) row[x] = 255;
  }
}

// The part with a margin. At the edge of the requested area, djvulibre reverses the wavelets of
// photographs with too few neighbors, and its pixels are a little off; the filters of five levels
// reach 3 * (1 + 2 + 4 + 8 + 16) pixels. At large scales, where the margin would be most of the
// work, it is smaller and some of the error stays.
static ddjvu_rect_t with_margin(struct book *book, const struct frame *frame) {
  if (ddjvu_page_get_type(book->decoded) == DDJVU_PAGETYPE_BITONAL) return frame->part;
  int stored_width = ddjvu_page_get_width(book->decoded);
  double enlarged = stored_width > 0 ? (double)frame->page.w / stored_width : 1;
  int margin = (int)fmin(ceil(96 * enlarged), 1024);
  const ddjvu_rect_t *part = &frame->part;
  int left = part->x > margin ? part->x - margin : 0;
  int top = part->y > margin ? part->y - margin : 0;
  unsigned right = part->x + part->w + margin, bottom = part->y + part->h + margin;
  if (right > frame->page.w) right = frame->page.w;
  if (bottom > frame->page.h) bottom = frame->page.h;
  return (ddjvu_rect_t){.x = left, .y = top, .w = right - left, .h = bottom - top};
}

static bool render(struct book *book, const struct frame *frame, const ddjvu_rect_t *part,
                   size_t stride, uint8_t *pixels) {
  // The masks of red, green and blue, and the bits to invert: an opaque alpha.
  unsigned masks[] = {0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000};
  ddjvu_format_t *format = ddjvu_format_create(DDJVU_FORMAT_RGBMASK32, 4, masks);
  if (!format) return false;
  ddjvu_format_set_row_order(format, 1);
  ddjvu_format_set_y_direction(format, 1);
  bool is_drawn = ddjvu_page_render(book->decoded, DDJVU_RENDER_COLOR, &frame->page, part, format,
                                    stride, (char *)pixels);
  ddjvu_format_release(format);
  return is_drawn;
}

// Renders `drawn` and copies the part out of it, or renders the part alone if memory is short.
static bool render_cropped(struct book *book, const struct frame *frame,
                           const ddjvu_rect_t *drawn, const recto_paint *job) {
  const ddjvu_rect_t *part = &frame->part;
  uint8_t *target = job->pixels + frame->offset;
  size_t stride = drawn->w * (size_t)4;
  uint8_t *pixels = malloc(stride * drawn->h);
  if (!pixels) return render(book, frame, part, job->stride, target);
  bool is_drawn = render(book, frame, drawn, stride, pixels);
  const uint8_t *start = pixels + (part->y - drawn->y) * stride + (part->x - drawn->x) * 4;
  for (unsigned y = 0; is_drawn && y < part->h; y++) {
    memcpy(target + y * job->stride, start + y * stride, part->w * (size_t)4);
  }
  free(pixels);
  return is_drawn;
}

static int32_t draw(struct book *book, const recto_paint *job, const struct frame *frame,
                    recto_sink *error) {
  ddjvu_page_set_rotation(book->decoded, (ddjvu_page_rotation_t)(-frame->quarters & 3));
  ddjvu_rect_t drawn = with_margin(book, frame);
  bool is_part = drawn.w == frame->part.w && drawn.h == frame->part.h;
  bool is_drawn =
      is_part ? render(book, frame, &drawn, job->stride, job->pixels + frame->offset)
              : render_cropped(book, frame, &drawn, job);
  if (is_drawn) return RECTO_OK;
  messages_wait(book, 0);
  if (book->complaint[0]) return fail_damaged(book, error, "the page");
  fill_white(job, frame);
  return RECTO_OK;
}

int32_t page_paint(void *self, void *publication, const recto_paint *job, recto_sink *error) {
  (void)self;
  struct book *book = publication;
  if (!job || !job->pixels || job->width < 1 || job->height < 1 ||
      job->stride < (size_t)job->width * 4) {
    return fail(error, RECTO_BAD_REQUEST, "there are no pixels to paint on");
  }
  struct page_size size;
  struct frame frame;
  int32_t status = page_measure(book, job->page, &size, error);
  if (!status) status = make_frame(job, &size, &frame, error);
  if (!status && (frame.part.w == 0 || frame.part.h == 0)) return RECTO_OK;
  if (!status) status = decode(book, job->page, error);
  if (!status) status = draw(book, job, &frame, error);
  return status;
}
