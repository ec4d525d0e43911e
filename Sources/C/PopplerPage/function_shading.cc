// Interposes Poppler's function for function-based shadings (ISO 32000-2, 8.7.4.5.2), to draw them as pictures.
//
// Poppler 22.12 gives Cairo one mesh for such a shading, which takes gigabytes of memory and minutes for
// a page. Here the function is sampled once a device pixel, up to a bound, and the samples are drawn as
// an image whose unit square is the domain. The number depends on the scale alone, so that a
// region of a page equals a crop of it to one level: Cairo rounds where it places pictures.

#include <algorithm>
#include <cmath>
#include <vector>

#include <Gfx.h>
#include <GfxState.h>
#include <OutputDev.h>
#include <Stream.h>

#include "Versions.h"
#include "soft_masks.h"

namespace {

constexpr int mostSamples = 512; // along a side

int samples(double x, double y) {
  double length = std::ceil(std::hypot(x, y));
  return length >= 1 ? static_cast<int>(std::min<double>(length, mostSamples)) : 1;
}

} // namespace

void Gfx::doFunctionShFill(GfxFunctionShading *shading) {
  // The device forgets the opacity of a picture with a mask.
  if (recto::isUnderMask(out) && state->getFillOpacity() < 1)
    return recto::drawUnderMask(this, out, [&] { doFunctionShFill(shading); });
  double x0, y0, x1, y1;
  shading->getDomain(&x0, &y0, &x1, &y1);
  const double *toUser = shading->getMatrix();
  const double fromSquare[6] = {x1 - x0, 0, 0, y1 - y0, x0, y0};
  saveState();
  for (const double *m : {toUser, fromSquare}) {
    state->concatCTM(m[0], m[1], m[2], m[3], m[4], m[5]);
    out->updateCTM(state, m[0], m[1], m[2], m[3], m[4], m[5]);
  }

  const double *toDevice = state->getCTM();
  int columns = samples(toDevice[0], toDevice[1]), rows = samples(toDevice[2], toDevice[3]);
  std::vector<char> pixels;
  pixels.reserve(static_cast<size_t>(columns) * static_cast<size_t>(rows) * 3);
  for (int row = 0; row < rows; row++) {
    double y = y1 - (y1 - y0) * (row + 0.5) / rows;
    for (int column = 0; column < columns; column++) {
      GfxColor color;
      GfxRGB rgb;
      shading->getColor(x0 + (x1 - x0) * (column + 0.5) / columns, y, &color);
      shading->getColorSpace()->getRGB(&color, &rgb);
      for (GfxColorComp part : {rgb.r, rgb.g, rgb.b}) pixels.push_back(static_cast<char>(colToByte(part)));
    }
  }

  Object decode(objNull);
  GfxImageColorMap map(8, &decode, recto::deviceRGB());
  Object dictionary(new Dict(xref));
  MemStream stream(pixels.data(), 0, static_cast<Goffset>(pixels.size()), std::move(dictionary));
  out->drawImage(state, nullptr, &stream, columns, rows, &map, false, nullptr, false);
  restoreState();
}
