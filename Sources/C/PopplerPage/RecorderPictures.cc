// The pictures of a page.

#include "RecorderCalls.h"

#include <memory>
#include <optional>
#include <vector>

#include <Dict.h>
#include <Object.h>
#include <Stream.h>
#include <XRef.h>

#include "weights.h"

namespace recto {

namespace {

// A picture's data, which are read again from the document when the picture is drawn again.
class PictureStream {
public:
  PictureStream(XRef *objects, const Object &reference, Stream *stream)
      : objects(objects), ref(reference.isRef() ? reference.getRef() : Ref::INVALID()), now(stream) {}

  bool isKnown() const { return ref != Ref::INVALID(); }
  // As devices are told of it.
  Object reference() const { return isKnown() ? Object(ref) : Object(); }

  // Null where the document has none any more; `holder` keeps it.
  Stream *open(Object &holder) {
    if (now) return std::exchange(now, nullptr);
    holder = objects->fetch(ref);
    return holder.isStream() ? holder.getStream() : nullptr;
  }

private:
  XRef *objects;
  Ref ref;
  Stream *now;
};

// The mask of a picture.
PictureStream maskOf(XRef *objects, Stream *picture, const char *key, Stream *mask) {
  Dict *dictionary = picture->getDict();
  return PictureStream(objects, dictionary ? dictionary->lookupNF(key).copy() : Object(objNull), mask);
}

// A picture's color map, which is made again when the picture is drawn again: Poppler's copies of those with more
// than 8 bits a sample read beyond their tables.
class PictureColors {
public:
  explicit PictureColors(GfxImageColorMap *map) : bits(map->getBits()), space(map->getColorSpace()->copy()), now(map) {
    if (const GfxColor *color = map->getMatteColor()) matte = *color;
  }

  // Null where it cannot be made; `holder` keeps it.
  GfxImageColorMap *open(Stream *picture, std::unique_ptr<GfxImageColorMap> &holder) {
    if (now) return std::exchange(now, nullptr);
    Object decode = picture->getDict()->lookup("Decode");
    if (decode.isNull()) decode = picture->getDict()->lookup("D");
    holder = std::make_unique<GfxImageColorMap>(bits, &decode, space->copy());
    if (!holder->isOk()) return nullptr;
    if (matte) holder->setMatteColor(&*matte);
    return holder.get();
  }

private:
  int bits;
  std::shared_ptr<GfxColorSpace> space;
  std::optional<GfxColor> matte;
  GfxImageColorMap *now;
};

} // namespace

void Recorder::drawImageMask(GfxState *state, Object *reference, Stream *stream, int width, int height, bool invert,
                             bool interpolate, bool isInline) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  if (!data.isKnown() || isInline) list.makeUndrawable();
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=](Player &p) mutable {
    Object holder, self(data.reference());
    if (Stream *now = data.open(holder))
      p.device->drawImageMask(p.state, &self, now, width, height, invert, interpolate, isInline);
  });
}

void Recorder::drawImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                         GfxImageColorMap *colors, bool interpolate, const int *mask, bool isInline) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  if (!data.isKnown() || isInline) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()));
  matchFill(state);
  std::vector<int> ranges;
  if (mask) ranges.assign(mask, mask + 2 * colors->getNumPixelComps());
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=, map = PictureColors(colors)](Player &p) mutable {
    Object holder, self(data.reference());
    std::unique_ptr<GfxImageColorMap> mapHolder;
    Stream *now = data.open(holder);
    GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
    if (mapNow)
      p.device->drawImage(p.state, &self, now, width, height, mapNow, interpolate,
                          ranges.empty() ? nullptr : ranges.data(), isInline);
  });
}

void Recorder::drawMaskedImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                               GfxImageColorMap *colors, bool interpolate, Stream *maskStream, int maskWidth,
                               int maskHeight, bool maskInvert, bool maskInterpolate) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  PictureStream mask = maskOf(objects, stream, "Mask", maskStream);
  if (!data.isKnown() || !mask.isKnown()) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()));
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=, map = PictureColors(colors)](Player &p) mutable {
    Object holder, maskHolder, self(data.reference());
    std::unique_ptr<GfxImageColorMap> mapHolder;
    Stream *now = data.open(holder), *maskNow = mask.open(maskHolder);
    GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
    if (mapNow && maskNow)
      p.device->drawMaskedImage(p.state, &self, now, width, height, mapNow, interpolate, maskNow, maskWidth, maskHeight,
                                maskInvert, maskInterpolate);
  });
}

void Recorder::drawSoftMaskedImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                                   GfxImageColorMap *colors, bool interpolate, Stream *maskStream, int maskWidth,
                                   int maskHeight, GfxImageColorMap *maskColors, bool maskInterpolate) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  PictureStream mask = maskOf(objects, stream, "SMask", maskStream);
  if (!data.isKnown() || !mask.isKnown()) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()) + weightOf(maskColors->getColorSpace()));
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach,
        [=, map = PictureColors(colors), maskMap = PictureColors(maskColors)](Player &p) mutable {
          Object holder, maskHolder, self(data.reference());
          std::unique_ptr<GfxImageColorMap> mapHolder, maskMapHolder;
          Stream *now = data.open(holder), *maskNow = mask.open(maskHolder);
          GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
          GfxImageColorMap *maskMapNow = maskNow ? maskMap.open(maskNow, maskMapHolder) : nullptr;
          if (mapNow && maskMapNow)
            p.device->drawSoftMaskedImage(p.state, &self, now, width, height, mapNow, interpolate, maskNow, maskWidth,
                                          maskHeight, maskMapNow, maskInterpolate);
        });
}

// Rare, and the only calls that keep a matrix of the caller's between them.
void Recorder::setSoftMaskFromImageMask(GfxState *state, Object *reference, Stream *stream, int width, int height,
                                        bool invert, bool isInline, double *base) {
  list.makeUndrawable();
  matchFill(state);
  add(state, CallKind::state, [=](Player &p) {
    p.device->setSoftMaskFromImageMask(p.state, reference, stream, width, height, invert, isInline, base);
  });
}

void Recorder::unsetSoftMaskFromImageMask(GfxState *state, double *base) {
  add(state, CallKind::state, [=](Player &p) { p.device->unsetSoftMaskFromImageMask(p.state, base); });
}

} // namespace recto
