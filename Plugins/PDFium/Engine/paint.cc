// SPDX-License-Identifier: Apache-2.0

#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "capabilities.h"

namespace pdfium {

namespace {

// The origin of the requested part in the pixels of the whole page.
struct Window {
  size_t left = 0, top = 0;
};

// A page as large as this in memory, of which only the wanted part is ever touched.
constexpr size_t largestCanvas = size_t{256} << 20;

Window findWindow(const Page &page, const recto_paint &job) {
  Matrix pixels = {job.xx, job.yx, job.xy, job.yy, job.x0, job.y0};
  Point a = pixels.apply({0, 0}), b = pixels.apply({page.geometry.width, page.geometry.height});
  double left = std::round(-std::fmin(a.x, b.x)), top = std::round(-std::fmin(a.y, b.y));
  double bytes = (std::fmax(left, 0) + job.width) * 4 * (std::fmax(top, 0) + job.height);
  // In a larger page the part is drawn by itself: coordinates far from the corner are not exact, and glyphs are so
  // large that a shift by a fraction of a pixel does not show.
  if (!(bytes <= static_cast<double>(largestCanvas))) return {};
  return {static_cast<size_t>(std::fmax(left, 0)), static_cast<size_t>(std::fmax(top, 0))};
}

// PDFium computes in single precision and puts glyphs on whole pixels, so that a page that is moved by
// some pixels gives another picture: each part is drawn at its position on the whole page, on pixels that
// begin at the page's corner.
class Canvas {
public:
  // Over pixels of the job's size, which are the job's own where the part begins at the page's
  // corner.
  Canvas(Document &document, const Page &page, const recto_paint &job, int format, uint8_t *pixels,
         size_t stride)
      : document(document),
        page(page),
        job(job),
        window(findWindow(page, job)),
        pixels(pixels),
        stride(stride) {
    bool isWhole = window.left == 0 && window.top == 0;
    size_t width = window.left + static_cast<size_t>(job.width),
           height = window.top + static_cast<size_t>(job.height);
    if (!isWhole) {
      memory.reset(static_cast<uint8_t *>(std::calloc(height, width * 4)));
      if (!memory) throw std::bad_alloc();
      for (int32_t y = 0; y < job.height; y++) std::memcpy(row(y), source(y), rowBytes());
    }
    bitmap = page.library.FPDFBitmap_CreateEx(static_cast<int>(width), static_cast<int>(height),
                                              format, isWhole ? pixels : memory.get(),
                                              static_cast<int>(isWhole ? stride : width * 4));
    if (!bitmap) throw Failure{RECTO_LIMIT, "PDFium cannot make a bitmap of this size"};
  }
  ~Canvas() {
    if (bitmap) page.library.FPDFBitmap_Destroy(bitmap);
  }
  Canvas(const Canvas &) = delete;
  Canvas &operator=(const Canvas &) = delete;

  void render() {
    FS_MATRIX place = matrix();
    auto left = static_cast<float>(window.left), top = static_cast<float>(window.top);
    FS_RECTF clip = {left, top, left + static_cast<float>(job.width),
                     top + static_cast<float>(job.height)};
    page.library.FPDF_RenderPageBitmapWithMatrix(bitmap, page.handle, &place, &clip,
                                                 job.draws_annotations ? FPDF_ANNOT : 0);
    if (job.draws_annotations) renderForm();
    if (!memory) return;
    for (int32_t y = 0; y < job.height; y++) std::memcpy(source(y), row(y), rowBytes());
  }

private:
  // The fields of the form, which PDFium draws by themselves, on whole pixels of the page.
  void renderForm() {
    FPDF_FORMHANDLE form = document.form();
    if (!form) return;
    Matrix pixels = {job.xx,
                     job.yx,
                     job.xy,
                     job.yy,
                     job.x0 + static_cast<double>(window.left),
                     job.y0 + static_cast<double>(window.top)};
    Point a = pixels.apply({0, 0}), b = pixels.apply({page.geometry.width, page.geometry.height});
    bool isUpright = std::fabs(job.xx) >= std::fabs(job.yx);
    int quarters = isUpright ? (job.xx > 0 ? 0 : 2) : (job.yx > 0 ? 1 : 3);
    auto whole = [](double value) {
      return static_cast<int>(std::lround(std::fmin(std::fmax(value, -1e9), 1e9)));
    };
    page.library.FPDF_FFLDraw(form, bitmap, page.handle, whole(std::fmin(a.x, b.x)),
                              whole(std::fmin(a.y, b.y)), whole(std::fabs(a.x - b.x)),
                              whole(std::fabs(a.y - b.y)), (quarters - page.geometry.quarters) & 3,
                              FPDF_ANNOT);
  }

  // The transform that PDFium is to apply after its own from user space to the page. That fills a
  // rectangle of whole points, the page's size without its fraction, which is undone here.
  FS_MATRIX matrix() const {
    double width = page.library.FPDF_GetPageWidthF(page.handle);
    double height = page.library.FPDF_GetPageHeightF(page.handle);
    if (width < 1 || height < 1)
      throw Failure{RECTO_UNSUPPORTED, "PDFium cannot draw pages smaller than a point"};
    Matrix whole = {std::floor(width) / width, 0, 0, std::floor(height) / height, 0, 0};
    Matrix onPage = {job.xx,
                     job.yx,
                     job.xy,
                     job.yy,
                     exact(job.x0 + static_cast<double>(window.left)),
                     exact(job.y0 + static_cast<double>(window.top))};
    Matrix result = page.geometry.shown().then(whole).inverse().then(onPage);
    return {static_cast<float>(result.xx),        static_cast<float>(result.yx),
            static_cast<float>(result.xy),        static_cast<float>(result.yy),
            static_cast<float>(exact(result.x0)), static_cast<float>(exact(result.y0))};
  }

  // Removes the rounding errors of additions.
  static double exact(double value) { return std::round(value * 1e6) / 1e6; }

  size_t rowBytes() const { return static_cast<size_t>(job.width) * 4; }
  uint8_t *source(int32_t y) const { return pixels + static_cast<size_t>(y) * stride; }
  uint8_t *row(int32_t y) const {
    size_t width = window.left + static_cast<size_t>(job.width);
    return memory.get() + ((window.top + static_cast<size_t>(y)) * width + window.left) * 4;
  }

  struct Free {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };

  Document &document;
  const Page &page;
  const recto_paint &job;
  const Window window;
  uint8_t *const pixels;
  const size_t stride;
  std::unique_ptr<uint8_t, Free> memory;
  FPDF_BITMAP bitmap = nullptr;
};

uint32_t over(const uint8_t *source, const uint8_t *target) {
  uint32_t alpha = source[3], result = 0;
  for (int channel = 3; channel >= 0; channel--) {
    uint32_t color = channel == 3 ? alpha : (source[channel] * alpha + 127) / 255;
    result = result << 8 | (color + (target[channel] * (255 - alpha) + 127) / 255);
  }
  return result;
}

// PDFium's colors are not premultiplied: the page is drawn on pixels of its own, which are composited over
// the background.
void paintOverTransparency(Document &document, const Page &page, const recto_paint &job) {
  size_t stride = static_cast<size_t>(job.width) * 4;
  std::vector<uint8_t> pixels(stride * static_cast<size_t>(job.height));
  Canvas(document, page, job, FPDFBitmap_BGRA, pixels.data(), stride).render();
  for (int32_t y = 0; y < job.height; y++) {
    const uint8_t *source = pixels.data() + static_cast<size_t>(y) * stride;
    uint8_t *target = job.pixels + static_cast<size_t>(y) * job.stride;
    for (int32_t x = 0; x < job.width; x++, source += 4, target += 4) {
      uint32_t pixel = over(source, target);
      for (int channel = 0; channel < 4; channel++)
        target[channel] = static_cast<uint8_t>(pixel >> 8 * channel);
    }
  }
}

}  // namespace

void paint(Document &document, Page &page, const recto_paint &job) {
  if (!job.pixels || job.width < 1 || job.height < 1 ||
      job.stride < static_cast<size_t>(job.width) * 4 || job.stride > INT_MAX) {
    throw Failure{RECTO_BAD_REQUEST, "the bitmap has no pixels, or its stride is out of range"};
  }
  // The background is one color.
  if (job.pixels[3] != 255) return paintOverTransparency(document, page, job);
  Canvas(document, page, job, FPDFBitmap_BGRx, job.pixels, job.stride).render();
  // Whatever PDFium leaves in the fourth byte.
  for (int32_t y = 0; y < job.height; y++) {
    uint8_t *row = job.pixels + static_cast<size_t>(y) * job.stride;
    for (int32_t x = 0; x < job.width; x++) row[x * 4 + 3] = 255;
  }
}

}  // namespace pdfium
