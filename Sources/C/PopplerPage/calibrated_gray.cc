// Interposes Poppler's function that reads color spaces, to draw calibrated gray (CalGray, ISO 32000-2, 8.6.5.2)
// without a tint.
//
// Poppler forgets to adapt the white point of such a space to the screen's, so that white paper becomes cream. Here
// black is black, white is white, and between them is gray of the space's gamma for a screen, which has 2.2.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <GfxState.h>
#include <Object.h>

#include "Versions.h"

namespace {

using Parsed = decltype(GfxColorSpace::parse(nullptr, nullptr, nullptr, nullptr, 0));

constexpr double screenGamma = 2.2;

class CalibratedGray final : public GfxDeviceGrayColorSpace {
public:
  explicit CalibratedGray(double exponent) : exponent(exponent) {}

  recto::OwnedColorSpace copy() const override { return recto::OwnedColorSpace(new CalibratedGray(exponent)); }

  void getGray(const GfxColor *color, GfxGray *gray) const override {
    const GfxColor own = shown(color);
    GfxDeviceGrayColorSpace::getGray(&own, gray);
  }

  void getRGB(const GfxColor *color, GfxRGB *rgb) const override {
    const GfxColor own = shown(color);
    GfxDeviceGrayColorSpace::getRGB(&own, rgb);
  }

  void getCMYK(const GfxColor *color, GfxCMYK *cmyk) const override {
    const GfxColor own = shown(color);
    GfxDeviceGrayColorSpace::getCMYK(&own, cmyk);
  }

  // Lines of pixels go through the functions above.
  bool useGetRGBLine() const override { return false; }
  bool useGetGrayLine() const override { return false; }
  bool useGetCMYKLine() const override { return false; }

private:
  GfxColor shown(const GfxColor *color) const {
    GfxColor result = {};
    result.c[0] = dblToCol(std::pow(std::clamp(colToDbl(color->c[0]), 0.0, 1.0), exponent));
    return result;
  }

  double exponent;
};

// The gray of an array with the name and the dictionary of a calibrated space.
Parsed screenGray(const Object &array) {
  Object dictionary = array.arrayGetLength() > 1 ? array.arrayGet(1) : Object(objNull);
  Object stated = dictionary.isDict() ? dictionary.dictLookup("Gamma") : Object(objNull);
  double gamma = stated.isNum() && stated.getNum() > 0 ? stated.getNum() : 1;
  if (gamma == screenGamma) return Parsed(new GfxDeviceGrayColorSpace());
  return Parsed(new CalibratedGray(gamma / screenGamma));
}

} // namespace

Parsed GfxColorSpace::parse(GfxResources *resources, Object *object, OutputDev *out, GfxState *state, int recursion) {
  using Parse = Parsed (*)(GfxResources *, Object *, OutputDev *, GfxState *, int);
  static const auto original = reinterpret_cast<Parse>(
      dlsym(RTLD_NEXT, "_ZN13GfxColorSpace5parseEP12GfxResourcesP6ObjectP9OutputDevP8GfxStatei"));
  Parsed space = original(resources, object, out, state, recursion);
  if (!space || space->getMode() != csCalGray || !object->isArray()) return space;
  std::unique_ptr<GfxColorSpace> tinted(recto::released(std::move(space)));
  return screenGray(*object);
}
