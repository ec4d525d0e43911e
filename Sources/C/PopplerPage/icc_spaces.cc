// Interposes Poppler's function that reads color spaces with a profile (ICCBased, ISO 32000-2, 8.6.5.5), to fall
// back to colors without one.
//
// Poppler refuses such a space if its alternate or the number of its components is wrong, and draws black or
// nothing; and it applies a profile that is meant for another number of components. Here the alternate is
// used, or else the device's color space with the same number of components.

#include <dlfcn.h>

#include <memory>

#include <Error.h>
#include <GfxState.h>
#include <Object.h>
#include <Stream.h>

#include "Versions.h"

namespace {

using Parsed = decltype(GfxICCBasedColorSpace::parse(nullptr, nullptr, nullptr, 0));

[[maybe_unused]] GfxColorSpace *pointer(GfxColorSpace *space) { return space; }
[[maybe_unused]] GfxColorSpace *pointer(const std::unique_ptr<GfxColorSpace> &space) { return space.get(); }

// The components of a profile by the signature of its color space (ICC.1, 7.2.6); 0 for one that is not used here.
int componentsOf(void *profile) {
  using Signature = unsigned (*)(void *);
  static const auto signature = reinterpret_cast<Signature>(dlsym(RTLD_DEFAULT, "cmsGetColorSpace"));
  switch (profile && signature ? signature(profile) : 0) {
  case 0x47524159: return 1; // GRAY
  case 0x52474220:           // RGB
  case 0x4C616220: return 3; // Lab
  case 0x434D594B: return 4; // CMYK
  default: return 0;
  }
}

bool isForOthers(GfxColorSpace *space) {
  if (space->getMode() != csICCBased) return false;
  int count = componentsOf(static_cast<GfxICCBasedColorSpace *>(space)->getProfile().get());
  return count && count != space->getNComps();
}

Parsed device(int components) {
  switch (components) {
  case 1: return Parsed(new GfxDeviceGrayColorSpace());
  case 3: return Parsed(new GfxDeviceRGBColorSpace());
  case 4: return Parsed(new GfxDeviceCMYKColorSpace());
  default: return Parsed();
  }
}

// The alternate, if it has as many components as the space, or the space does not state how many it has.
Parsed fallback(const Object &profile, OutputDev *out, GfxState *state, int recursion) {
  Dict *dictionary = profile.isStream() ? profile.streamGetDict() : profile.isDict() ? profile.getDict() : nullptr;
  if (!dictionary) return Parsed();
  Object stated = dictionary->lookup("N"), alternate = dictionary->lookup("Alternate");
  int count = stated.isInt() ? stated.getInt() : 0;
  bool isKnown = count == 1 || count == 3 || count == 4;
  auto space = alternate.isNull() ? Parsed() : GfxColorSpace::parse(nullptr, &alternate, out, state, recursion + 1);
  GfxColorSpace *found = pointer(space);
  if (found && found->getMode() != csPattern && (!isKnown || found->getNComps() == count)) return space;
  std::unique_ptr<GfxColorSpace> unused(recto::released(std::move(space)));
  return device(count);
}

} // namespace

Parsed GfxICCBasedColorSpace::parse(Array *array, OutputDev *out, GfxState *state, int recursion) {
  using Parse = Parsed (*)(Array *, OutputDev *, GfxState *, int);
  static const auto original =
      reinterpret_cast<Parse>(dlsym(RTLD_NEXT, "_ZN21GfxICCBasedColorSpace5parseEP5ArrayP9OutputDevP8GfxStatei"));
  Parsed space = original(array, out, state, recursion);
  if (pointer(space) && !isForOthers(pointer(space))) return space;
  constexpr int mostNested = 8;
  if (array->getLength() < 2 || recursion > mostNested) return space;
  const Object profile = array->get(1);
  Parsed other = fallback(profile, out, state, recursion);
  if (!pointer(other)) return space;
  error(errSyntaxWarning, -1, "A color profile is not for the colors that use it");
  std::unique_ptr<GfxColorSpace> unused(recto::released(std::move(space)));
  return other;
}
