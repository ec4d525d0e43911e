// SPDX-License-Identifier: Apache-2.0

#include <climits>
#include <cmath>
#include <vector>

#include "capabilities.h"

namespace pdfium {

namespace {

class Bitmap {
public:
  Bitmap(const Library &library, const recto_paint &job, int format, void *pixels, size_t stride)
      : library(library) {
    handle = library.FPDFBitmap_CreateEx(job.width, job.height, format, pixels, static_cast<int>(stride));
    if (!handle) throw Failure{RECTO_LIMIT, "PDFium makes no bitmap of this size"};
  }
  ~Bitmap() { library.FPDFBitmap_Destroy(handle); }
  Bitmap(const Bitmap &) = delete;
  Bitmap &operator=(const Bitmap &) = delete;

  const Library &library;
  FPDF_BITMAP handle;
};

// What PDFium is to apply after its own way from user space to the shown page. That fills a rectangle of
// whole points, the page's size without its fraction, which is undone here.
FS_MATRIX matrix(const Page &page, const recto_paint &job) {
  double width = page.library.FPDF_GetPageWidthF(page.handle);
  double height = page.library.FPDF_GetPageHeightF(page.handle);
  if (width < 1 || height < 1) throw Failure{RECTO_UNSUPPORTED, "PDFium draws no page smaller than a point"};
  Matrix whole = {std::floor(width) / width, 0, 0, std::floor(height) / height, 0, 0};
  Matrix pixels = {job.xx, job.yx, job.xy, job.yy, job.x0, job.y0};
  Matrix result = page.geometry.shown().then(whole).inverse().then(pixels);
  return {static_cast<float>(result.xx), static_cast<float>(result.yx), static_cast<float>(result.xy),
          static_cast<float>(result.yy), static_cast<float>(result.x0), static_cast<float>(result.y0)};
}

void render(const Page &page, const recto_paint &job, const Bitmap &bitmap) {
  FS_MATRIX place = matrix(page, job);
  FS_RECTF clip = {0, 0, static_cast<float>(job.width), static_cast<float>(job.height)};
  page.library.FPDF_RenderPageBitmapWithMatrix(bitmap.handle, page.handle, &place, &clip,
                                               job.draws_annotations ? FPDF_ANNOT : 0);
}

uint32_t over(const uint8_t *source, const uint8_t *target) {
  uint32_t alpha = source[3], result = 0;
  for (int channel = 3; channel >= 0; channel--) {
    uint32_t color = channel == 3 ? alpha : (source[channel] * alpha + 127) / 255;
    result = result << 8 | (color + (target[channel] * (255 - alpha) + 127) / 255);
  }
  return result;
}

// PDFium's colors are not multiplied by their alpha: it draws beside the background, and is laid over it.
void paintOverTransparency(const Page &page, const recto_paint &job) {
  size_t stride = static_cast<size_t>(job.width) * 4;
  std::vector<uint8_t> pixels(stride * static_cast<size_t>(job.height));
  render(page, job, Bitmap(page.library, job, FPDFBitmap_BGRA, pixels.data(), stride));
  for (int32_t y = 0; y < job.height; y++) {
    const uint8_t *source = pixels.data() + static_cast<size_t>(y) * stride;
    uint8_t *target = job.pixels + static_cast<size_t>(y) * job.stride;
    for (int32_t x = 0; x < job.width; x++, source += 4, target += 4) {
      uint32_t pixel = over(source, target);
      for (int channel = 0; channel < 4; channel++) target[channel] = static_cast<uint8_t>(pixel >> 8 * channel);
    }
  }
}

} // namespace

void paint(Page &page, const recto_paint &job) {
  if (!job.pixels || job.width < 1 || job.height < 1 || job.stride < static_cast<size_t>(job.width) * 4 ||
      job.stride > INT_MAX) {
    throw Failure{RECTO_BAD_REQUEST, "there are no pixels to paint on"};
  }
  // The background is one color.
  if (job.pixels[3] != 255) return paintOverTransparency(page, job);
  render(page, job, Bitmap(page.library, job, FPDFBitmap_BGRx, job.pixels, job.stride));
  // Whatever PDFium leaves in the fourth byte.
  for (int32_t y = 0; y < job.height; y++) {
    uint8_t *row = job.pixels + static_cast<size_t>(y) * job.stride;
    for (int32_t x = 0; x < job.width; x++) row[x * 4 + 3] = 255;
  }
}

} // namespace pdfium
