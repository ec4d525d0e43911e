// A device that makes pictures smaller that are too large for Cairo, gives those with their own opacity a mask, and
// takes the matte color out of those that were blended with one.
//
// Cairo refuses a picture of more than 32,767 pixels along a side, such as a screenshot of a long page, and
// Poppler then draws nothing. Here the device gets one that is made smaller, each pixel the mean of a block.
// Stencils filled with a pattern, and pictures masked by a stencil or a color range, are left as they are.

#include "large_images.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <GfxState.h>
#include <OutputDev.h>
#include <Stream.h>

#include "Versions.h"

namespace {

constexpr int mostOfCairo = 32767, mostOfHere = 1 << 20, largestSide = 16384;
constexpr int64_t mostPixels = int64_t(1) << 25, mostRead = int64_t(1) << 27;

// Samples of eight bits, row by row.
struct Samples {
  std::vector<char> bytes;
  int width = 0, height = 0;
};

// The sides of the blocks that become a pixel each.
struct Block {
  int width = 1, height = 1;

  Block(int imageWidth, int imageHeight) {
    auto pixels = [&] { return int64_t(columns(imageWidth)) * rows(imageHeight); };
    while (columns(imageWidth) > largestSide || pixels() > mostPixels) width++;
    while (rows(imageHeight) > largestSide) height++;
  }

  int columns(int imageWidth) const { return (imageWidth + width - 1) / width; }
  int rows(int imageHeight) const { return (imageHeight + height - 1) / height; }
};

// A picture made smaller, with `channels` of 3 (RGB) or 1 (gray) samples a pixel.
Samples shrink(Stream *stream, int width, int height, GfxImageColorMap *colors, int channels) {
  const Block block(width, height);
  Samples result;
  result.width = block.columns(width);
  result.height = block.rows(height);
  result.bytes.reserve(static_cast<size_t>(result.width) * static_cast<size_t>(result.height) *
                       static_cast<size_t>(channels));
  ImageStream lines(stream, width, colors->getNumPixelComps(), colors->getBits());
  recto::rewind(&lines);
  std::vector<unsigned char> row(static_cast<size_t>(width) * static_cast<size_t>(channels));
  std::vector<uint32_t> sums(static_cast<size_t>(result.width * channels));
  for (int top = 0; top < height; top += block.height) {
    std::fill(sums.begin(), sums.end(), 0);
    int rows = 0;
    for (; rows < std::min(block.height, height - top); rows++) {
      unsigned char *line = lines.getLine();
      if (!line) break;
      if (channels == 3) colors->getRGBLine(line, row.data(), width);
      else colors->getGrayLine(line, row.data(), width);
      for (int x = 0; x < width; x++)
        for (int channel = 0; channel < channels; channel++)
          sums[static_cast<size_t>(x / block.width * channels + channel)] +=
              row[static_cast<size_t>(x * channels + channel)];
    }
    for (int x = 0; x < result.width; x++) {
      int count = std::max(1, rows * std::min(block.width, width - x * block.width));
      for (int channel = 0; channel < channels; channel++)
        result.bytes.push_back(
            static_cast<char>(sums[static_cast<size_t>(x * channels + channel)] / static_cast<uint32_t>(count)));
    }
  }
  lines.close();
  return result;
}

// Takes a matte color out of a picture that was blended with it by a mask (ISO 32000-2, 11.6.5.3).
void removeMatte(Samples &picture, const Samples &mask, const GfxRGB &color) {
  const int matte[] = {colToByte(color.r), colToByte(color.g), colToByte(color.b)};
  for (size_t pixel = 0; pixel < mask.bytes.size() && 3 * pixel + 2 < picture.bytes.size(); pixel++) {
    int opacity = static_cast<unsigned char>(mask.bytes[pixel]);
    if (opacity == 0) continue;
    for (size_t channel = 0; channel < 3; channel++) {
      char &sample = picture.bytes[3 * pixel + channel];
      int blended = static_cast<unsigned char>(sample);
      sample = static_cast<char>(std::clamp(matte[channel] + (blended - matte[channel]) * 255 / opacity, 0, 255));
    }
  }
}

// Samples as a stream of a picture.
MemStream streamOf(Samples &samples, XRef *xref) {
  return MemStream(samples.bytes.data(), 0, static_cast<Goffset>(samples.bytes.size()), Object(new Dict(xref)));
}

// Gives a device the pictures that it is asked to draw, made smaller.
class ShrinkingDevice : public OutputDev {
public:
  ShrinkingDevice(OutputDev *target, XRef *xref, const recto::Opacity &opacity)
      : target(target), xref(xref), opacity(opacity) {}

  bool upsideDown() override { return target->upsideDown(); }
  bool useDrawChar() override { return target->useDrawChar(); }
  bool interpretType3Chars() override { return target->interpretType3Chars(); }

  void drawImage(GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colors,
                 bool interpolate, const int *mask, bool isInline) override {
    if (mask || isInline) {
      target->drawImage(state, ref, stream, width, height, colors, interpolate, mask, isInline);
      return;
    }
    Samples picture = shrink(stream, width, height, colors, 3);
    MemStream pixels = streamOf(picture, xref);
    Object decode(objNull);
    GfxImageColorMap map(8, &decode, recto::deviceRGB());
    // It is known once the picture is decoded.
    if (opacity.width > 0) return drawMasked(state, pixels, picture, map, interpolate);
    target->drawImage(state, nullptr, &pixels, picture.width, picture.height, &map, interpolate, nullptr, false);
  }

  void drawSoftMaskedImage(GfxState *state, Object *, Stream *stream, int width, int height, GfxImageColorMap *colors,
                           bool interpolate, Stream *maskStream, int maskWidth, int maskHeight,
                           GfxImageColorMap *maskColors, bool maskInterpolate) override {
    Samples picture = shrink(stream, width, height, colors, 3);
    Samples mask = shrink(maskStream, maskWidth, maskHeight, maskColors, 1);
    if (const GfxColor *matte = maskColors->getMatteColor(); matte && width == maskWidth && height == maskHeight) {
      GfxRGB color;
      colors->getColorSpace()->getRGB(matte, &color);
      removeMatte(picture, mask, color);
    }
    MemStream pixels = streamOf(picture, xref), maskPixels = streamOf(mask, xref);
    Object decode(objNull), maskDecode(objNull);
    GfxImageColorMap map(8, &decode, recto::deviceRGB());
    GfxImageColorMap maskMap(8, &maskDecode, recto::deviceGray());
    target->drawSoftMaskedImage(state, nullptr, &pixels, picture.width, picture.height, &map, interpolate, &maskPixels,
                                mask.width, mask.height, &maskMap, maskInterpolate);
  }

  // A stencil becomes a picture of the color that fills, with what it covers of each block as its soft mask.
  void drawImageMask(GfxState *state, Object *, Stream *stream, int width, int height, bool invert, bool, bool) override {
    auto *covers = new Array(xref);
    covers->add(Object(invert ? 0 : 1));
    covers->add(Object(invert ? 1 : 0));
    Object coverage(covers), decode(objNull), maskDecode(objNull);
    GfxImageColorMap stencil(1, &coverage, recto::deviceGray());
    Samples mask = shrink(stream, width, height, &stencil, 1), picture = filling(state);
    MemStream pixels = streamOf(picture, xref), maskPixels = streamOf(mask, xref);
    GfxImageColorMap map(8, &decode, recto::deviceRGB());
    GfxImageColorMap maskMap(8, &maskDecode, recto::deviceGray());
    target->drawSoftMaskedImage(state, nullptr, &pixels, picture.width, picture.height, &map, false, &maskPixels,
                                mask.width, mask.height, &maskMap, false);
  }

  void drawMaskedImage(GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colors,
                       bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, bool invert,
                       bool maskInterpolate) override {
    target->drawMaskedImage(state, ref, stream, width, height, colors, interpolate, maskStream, maskWidth, maskHeight,
                            invert, maskInterpolate);
  }

private:
  void drawMasked(GfxState *state, MemStream &pixels, const Samples &picture, GfxImageColorMap &map, bool interpolate) {
    std::vector<char> bytes = opacity.samples;
    MemStream whole(bytes.data(), 0, static_cast<Goffset>(bytes.size()), Object(new Dict(xref)));
    Object decode(objNull);
    GfxImageColorMap gray(8, &decode, recto::deviceGray());
    Samples mask = shrink(&whole, opacity.width, opacity.height, &gray, 1);
    MemStream maskPixels = streamOf(mask, xref);
    target->drawSoftMaskedImage(state, nullptr, &pixels, picture.width, picture.height, &map, interpolate, &maskPixels,
                                mask.width, mask.height, &gray, interpolate);
  }

  // A pixel of the color that fills.
  static Samples filling(GfxState *state) {
    GfxRGB color;
    state->getFillRGB(&color);
    Samples result;
    for (GfxColorComp part : {color.r, color.g, color.b}) result.bytes.push_back(static_cast<char>(colToByte(part)));
    result.width = result.height = 1;
    return result;
  }

  OutputDev *target;
  XRef *xref;
  const recto::Opacity &opacity;
};

struct Sides {
  int width = 0, height = 0; // 0 where they are not stated

  explicit Sides(Dict *picture) {
    Object x = picture->lookup("Width"), y = picture->lookup("Height");
    if (x.isInt()) width = x.getInt();
    if (y.isInt()) height = y.getInt();
  }

  bool isTooLong() const { return std::max(width, height) > mostOfCairo; }

  // True if reading the picture takes neither all of a page's time nor its memory.
  bool canBeRead() const {
    return width > 0 && height > 0 && std::max(width, height) <= mostOfHere && int64_t(width) * height <= mostRead;
  }
};

} // namespace

bool recto::mustShrink(Dict *picture) {
  const Sides sides(picture);
  Object mask = picture->lookup("SMask");
  const Sides ofMask = mask.isStream() ? Sides(mask.streamGetDict()) : sides;
  return (sides.isTooLong() || ofMask.isTooLong()) && sides.canBeRead() && ofMask.canBeRead();
}

bool recto::canBeRead(Dict *picture) { return Sides(picture).canBeRead(); }

bool recto::hasMatte(Dict *picture) {
  Object mask = picture->lookup("SMask");
  return mask.isStream() && mask.streamGetDict()->lookup("Matte").isArray() && canBeRead(picture) &&
         canBeRead(mask.streamGetDict());
}

std::unique_ptr<OutputDev> recto::shrinkingDevice(OutputDev *target, XRef *xref, const Opacity &opacity) {
  return std::make_unique<ShrinkingDevice>(target, xref, opacity);
}
