// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "capabilities.h"

namespace pdfium {

namespace {

void appendNumber(std::vector<uint8_t> &bytes, int value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<uint8_t>(value >> shift));
}

void appendPixel(std::vector<uint8_t> &bytes, const uint8_t *pixel, int format) {
  bool isGray = format == FPDFBitmap_Gray;
  unsigned alpha = format == FPDFBitmap_BGRA ? pixel[3] : 255;
  for (int channel = 0; channel < 3; channel++) {
    bytes.push_back(static_cast<uint8_t>((pixel[isGray ? 0 : channel] * alpha + 127) / 255));
  }
  bytes.push_back(static_cast<uint8_t>(alpha));
}

}  // namespace

void sendThumbnail(Page &page, recto_sink *answer) {
  const Library &library = page.library;
  FPDF_BITMAP bitmap = library.FPDFPage_GetThumbnailAsBitmap(page.handle);
  if (!bitmap) return;
  int width = library.FPDFBitmap_GetWidth(bitmap), height = library.FPDFBitmap_GetHeight(bitmap);
  int format = library.FPDFBitmap_GetFormat(bitmap), stride = library.FPDFBitmap_GetStride(bitmap);
  auto *pixels = static_cast<const uint8_t *>(library.FPDFBitmap_GetBuffer(bitmap));
  bool isKnown =
      format >= FPDFBitmap_Gray && format <= FPDFBitmap_BGRA && pixels && width > 0 && height > 0;
  int step = format == FPDFBitmap_Gray ? 1 : format == FPDFBitmap_BGR ? 3 : 4;
  std::vector<uint8_t> bytes;
  if (isKnown) {
    appendNumber(bytes, width);
    appendNumber(bytes, height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++)
        appendPixel(bytes, pixels + static_cast<long>(y) * stride + x * step, format);
    }
  }
  library.FPDFBitmap_Destroy(bitmap);
  if (isKnown) answer->append(answer->context, bytes.data(), bytes.size());
}

}  // namespace pdfium
