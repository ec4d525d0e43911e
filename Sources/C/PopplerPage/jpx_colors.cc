// Interposes OpenJPEG's function that decodes a picture, to give Poppler RGB where the picture has luma and color
// differences (sYCC, ISO/IEC 15444-1, I.5.3.3).
//
// Poppler takes their samples for red, green and blue, and reads subsampled color differences as if they had the
// resolution of the luma.
//
// It also gives it no opacity, which Poppler takes for a color where the document asks for it; see `pictures.cc`.

#include "jpx_opacity.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

namespace {

thread_local recto::Opacity *kept = nullptr;

// Declared as in OpenJPEG 2.1 and later.
struct Component {
  uint32_t dx, dy, width, height, x0, y0, precision, bpp, isSigned, resolutions, factor;
  int32_t *samples;
  uint16_t alpha;
};

struct Picture {
  uint32_t x0, y0, x1, y1, count;
  int32_t colorSpace;
  Component *components;
  uint8_t *profile;
  uint32_t profileLength;
};

enum ColorSpace : int32_t { unknown = -1, unspecified = 0, sRGB = 1, sYCC = 3 };

// A function of the library that Poppler decodes with.
template <class Function> Function functionOf(const char *name) {
  static void *library = dlopen("libopenjp2.so.7", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  return reinterpret_cast<Function>(library ? dlsym(library, name) : dlsym(RTLD_NEXT, name));
}

// A picture that states no color space has color differences if it has fewer of them than pixels.
bool hasColorDifferences(const Picture &picture) {
  if (picture.count < 3 || !picture.components) return false;
  const Component *all = picture.components;
  for (int i = 0; i < 3; i++)
    if (!all[i].samples || !all[i].width || !all[i].height || all[i].precision != all[0].precision) return false;
  if (all[0].precision < 2 || all[0].precision > 16) return false;
  if (picture.colorSpace == sYCC) return true;
  bool isReduced = all[0].dx == all[0].dy && all[1].dx > all[0].dx && all[2].dx == all[1].dx;
  return isReduced && picture.colorSpace != sRGB;
}

// Scales a component to the resolution of another one. Returns false if memory ran out.
bool stretch(Component &part, const Component &whole) {
  if (part.width == whole.width && part.height == whole.height) return true;
  auto allocate = functionOf<void *(*)(size_t)>("opj_image_data_alloc");
  auto release = functionOf<void (*)(void *)>("opj_image_data_free");
  if (!allocate || !release) return false;
  size_t count = static_cast<size_t>(whole.width) * whole.height;
  auto *samples = static_cast<int32_t *>(allocate(count * sizeof(int32_t)));
  if (!samples) return false;
  for (uint32_t y = 0; y < whole.height; y++) {
    const int32_t *row = part.samples + size_t(uint64_t(y) * part.height / whole.height) * part.width;
    for (uint32_t x = 0; x < whole.width; x++)
      samples[size_t(y) * whole.width + x] = row[uint64_t(x) * part.width / whole.width];
  }
  release(part.samples);
  part.samples = samples;
  part.width = whole.width;
  part.height = whole.height;
  part.dx = whole.dx;
  part.dy = whole.dy;
  return true;
}

void makeRGB(Picture &picture) {
  Component &first = picture.components[0], &second = picture.components[1], &third = picture.components[2];
  if (!stretch(second, first) || !stretch(third, first)) return;
  const int half = 1 << (first.precision - 1), most = 2 * half - 1;
  const int lumaZero = first.isSigned ? -half : 0, blueZero = second.isSigned ? 0 : half,
            redZero = third.isSigned ? 0 : half;
  auto sample = [most](double value) { return std::clamp(static_cast<int32_t>(std::lround(value)), 0, most); };
  size_t count = static_cast<size_t>(first.width) * first.height;
  for (size_t i = 0; i < count; i++) {
    double luma = first.samples[i] - lumaZero, blue = second.samples[i] - blueZero, red = third.samples[i] - redZero;
    first.samples[i] = sample(luma + 1.402 * red);
    second.samples[i] = sample(luma - 0.344136 * blue - 0.714136 * red);
    third.samples[i] = sample(luma + 1.772 * blue);
  }
  first.isSigned = second.isSigned = third.isSigned = 0;
  picture.colorSpace = sRGB;
}

// Takes the opacity out of a picture whose last component it is, and keeps it where it is asked for.
void takeOpacity(Picture &picture) {
  if (picture.count < 2) return;
  Component &last = picture.components[picture.count - 1];
  bool isOpacity = last.alpha && last.samples && last.width && last.height && last.precision >= 1 && last.precision <= 16;
  auto release = functionOf<void (*)(void *)>("opj_image_data_free");
  if (!isOpacity || !release) return;
  if (kept) {
    const int most = (1 << last.precision) - 1, zero = last.isSigned ? -(1 << (last.precision - 1)) : 0;
    size_t count = static_cast<size_t>(last.width) * last.height;
    kept->width = static_cast<int>(last.width);
    kept->height = static_cast<int>(last.height);
    kept->samples.resize(count);
    for (size_t i = 0; i < count; i++)
      kept->samples[i] = static_cast<char>(std::clamp(last.samples[i] - zero, 0, most) * 255 / most);
  }
  release(std::exchange(last.samples, nullptr));
  picture.count--;
}

// Other libraries convert the colors themselves.
bool isPoppler(void *caller) {
  Dl_info where;
  return dladdr(caller, &where) && where.dli_fname && strstr(where.dli_fname, "libpoppler");
}

} // namespace

extern "C" __attribute__((visibility("default"))) int opj_decode(void *codec, void *stream, Picture *picture) {
  static const auto original = functionOf<int (*)(void *, void *, Picture *)>("opj_decode");
  if (!original || !original(codec, stream, picture)) return 0;
  if (!picture || !picture->components || !isPoppler(__builtin_return_address(0))) return 1;
  takeOpacity(*picture);
  if (hasColorDifferences(*picture)) makeRGB(*picture);
  return 1;
}

recto::KeptOpacity::KeptOpacity() : outer(std::exchange(kept, &opacity)) {}

recto::KeptOpacity::~KeptOpacity() { kept = outer; }
