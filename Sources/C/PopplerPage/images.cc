#include "CRectoPopplerPage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <vector>

#include <GfxState.h>
#include <OutputDev.h>

#include "GlibObjects.h"
#include "copies.h"
#include "without_shadings.h"

namespace {

// Draws nothing and notes where pictures go.
class ListingOutputDev : public recto::WithoutShadings<OutputDev> {
public:
  std::vector<recto_image> images;

  bool upsideDown() override { return true; }
  bool useDrawChar() override { return true; }
  bool interpretType3Chars() override { return false; }

  // The base class reads past the data of an inline picture, which is all that it does.
  void drawImageMask(GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert,
                     bool interpolate, bool isInline) override {
    note(state, stream, width, height, nullptr, isInline);
    OutputDev::drawImageMask(state, ref, stream, width, height, invert, interpolate, isInline);
  }

  void drawImage(GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colors,
                 bool interpolate, const int *mask, bool isInline) override {
    note(state, stream, width, height, colors, isInline);
    OutputDev::drawImage(state, ref, stream, width, height, colors, interpolate, mask, isInline);
  }

  void drawMaskedImage(GfxState *state, Object *, Stream *stream, int width, int height, GfxImageColorMap *colors,
                       bool, Stream *, int, int, bool, bool) override {
    note(state, stream, width, height, colors, false);
  }

  void drawSoftMaskedImage(GfxState *state, Object *, Stream *stream, int width, int height, GfxImageColorMap *colors,
                           bool, Stream *, int, int, GfxImageColorMap *, bool) override {
    size_t before = images.size();
    note(state, stream, width, height, colors, false);
    if (images.size() > before) images.back().soft_mask = true;
  }

  void beginMarkedContent(const char *name, Dict *properties) override {
    Mark mark = open.empty() ? Mark{-1, false} : open.back();
    if (properties) {
      Object value = properties->lookup("MCID");
      if (value.isInt()) mark.id = value.getInt();
    }
    if (!strcmp(name, "Artifact")) mark.isArtifact = true;
    open.push_back(mark);
  }

  void endMarkedContent(GfxState *) override {
    if (!open.empty()) open.pop_back();
  }

private:
  struct Mark {
    int id;
    bool isArtifact;
  };

  std::vector<Mark> open;

  static recto_colors family(const GfxColorSpace *space) {
    switch (space->getMode()) {
    case csDeviceGray:
    case csCalGray: return RECTO_COLORS_GRAY;
    case csDeviceRGB:
    case csCalRGB: return RECTO_COLORS_RGB;
    case csDeviceCMYK: return RECTO_COLORS_CMYK;
    case csLab: return RECTO_COLORS_LAB;
    case csICCBased: return RECTO_COLORS_ICC;
    case csIndexed: return RECTO_COLORS_INDEXED;
    case csSeparation: return RECTO_COLORS_SEPARATION;
    case csDeviceN: return RECTO_COLORS_DEVICE_N;
    case csPattern: return RECTO_COLORS_PATTERN;
    // csDeviceRGBA of later versions: transparent pictures of JPEG 2000.
    default: return RECTO_COLORS_RGB;
    }
  }

  static void describe(recto_image &image, GfxImageColorMap *map) {
    if (!map) return;
    GfxColorSpace *space = map->getColorSpace();
    image.colors = family(space);
    if (image.colors == RECTO_COLORS_INDEXED) space = static_cast<GfxIndexedColorSpace *>(space)->getBase();
    image.base = family(space);
    image.components = static_cast<uint8_t>(space->getNComps());
    image.bits = static_cast<uint8_t>(map->getBits());
  }

  // A picture fills the unit square (ISO 32000-2, 8.9.5.1).
  void note(GfxState *state, Stream *stream, int width, int height, GfxImageColorMap *colors, bool isInline) {
    double x[4], y[4];
    state->transform(0, 0, &x[0], &y[0]);
    state->transform(1, 0, &x[1], &y[1]);
    state->transform(0, 1, &x[2], &y[2]);
    state->transform(1, 1, &x[3], &y[3]);
    recto_box clip;
    state->getClipBBox(&clip.x1, &clip.y1, &clip.x2, &clip.y2);
    recto_box box = {
        std::max(clip.x1, *std::min_element(x, x + 4)), std::max(clip.y1, *std::min_element(y, y + 4)),
        std::min(clip.x2, *std::max_element(x, x + 4)), std::min(clip.y2, *std::max_element(y, y + 4))};
    if (!(box.x1 < box.x2 && box.y1 < box.y2)) return;
    recto_image image = {};
    image.box = box;
    image.width = width;
    image.height = height;
    const double *matrix = state->getCTM();
    image.placed_width = std::hypot(matrix[0], matrix[1]);
    image.placed_height = std::hypot(matrix[2], matrix[3]);
    image.bits = 1;
    describe(image, colors);
    image.bytes = isInline ? -1 : static_cast<int64_t>(stream->getBaseStream()->getLength());
    image.mcid = open.empty() ? -1 : open.back().id;
    image.artifact = !open.empty() && open.back().isArtifact;
    images.push_back(image);
  }
};

} // namespace

recto_image *recto_page_images(PopplerPage *page, size_t *count) {
  *count = 0;
  try {
    ListingOutputDev device;
    recto::glibPage(page)->page->displaySlice(&device, 72, 72, 0, false, true, -1, -1, -1, -1, false);
    return recto::copyForCaller(device.images, count);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
