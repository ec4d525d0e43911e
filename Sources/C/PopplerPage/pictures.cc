// Interposes Poppler's functions that read pictures and fill stencils with patterns, to draw those that its device
// for Cairo draws wrongly.
//
// The device refuses large pictures, and does not know the matte color that a picture was blended with; see
// `large_images.cc`. It forgets the opacity that is set for a picture with a stencil as its mask, and applies it twice
// to a stencil that a pattern fills. It fills the whole page in place of a stencil of one sample. And it takes the
// opacity within a JPEG 2000 picture (SMaskInData, ISO 32000-2, 8.9.5.1) for a color.

#include <dlfcn.h>

#include <memory>
#include <utility>

#include <Gfx.h>
#include <GfxState.h>
#include <OutputDev.h>
#include <Stream.h>

#include "Versions.h"
#include "jpx_opacity.h"
#include "large_images.h"
#include "opacity.h"
#include "soft_masks.h"

namespace {

bool isStencil(Dict *picture) {
  Object stencil = picture->lookup("ImageMask");
  if (stencil.isNull()) stencil = picture->lookup("IM"); // of an inline picture
  return stencil.isBool() && stencil.getBool();
}

bool hasOpacity(const Stream *stream, Dict *picture) {
  if (stream->getKind() != strJPX || picture->lookup("SMask").isStream()) return false;
  Object stated = picture->lookup("SMaskInData");
  return stated.isInt() && stated.getInt() != 0 && recto::canBeRead(picture);
}

} // namespace

void Gfx::doImage(Object *ref, Stream *stream, bool isInline) {
  using DoImage = void (*)(Gfx *, Object *, Stream *, bool);
  static const auto original = reinterpret_cast<DoImage>(dlsym(RTLD_NEXT, "_ZN3Gfx7doImageEP6ObjectP6Streamb"));
  Dict *picture = stream->getDict();
  // A device that draws takes patterns whole; the others are told of pictures as they are.
  if (!picture || !out->useTilingPatternFill()) return original(this, ref, stream, isInline);
  // The device forgets the mask of a stencil, and the opacity of a picture under a mask without one of its own.
  bool isTranslucent = state->getFillOpacity() < 1 && !picture->lookup("SMask").isStream();
  if (recto::isUnderMask(out) && (isStencil(picture) || isTranslucent))
    return recto::drawUnderMask(this, out, [&] { doImage(ref, stream, isInline); });
  bool isPattern = isStencil(picture) && state->getFillColorSpace()->getMode() == csPattern;
  if ((isPattern || picture->lookup("Mask").isStream()) && recto::needsGroup(state))
    return recto::drawAsGroup(this, out, [&] { original(this, ref, stream, isInline); });
  bool isChanged = recto::mustShrink(picture) || recto::hasMatte(picture) || hasOpacity(stream, picture);
  if (isInline || isPattern || !isChanged) return original(this, ref, stream, isInline);
  const recto::KeptOpacity kept;
  const std::unique_ptr<OutputDev> device = recto::shrinkingDevice(out, xref, kept.opacity);
  OutputDev *own = std::exchange(out, device.get());
  original(this, ref, stream, isInline);
  out = own;
}

void Gfx::doPatternImageMask(Object *ref, Stream *stream, int width, int height, bool invert, bool isInline) {
  using Fill = void (*)(Gfx *, Object *, Stream *, int, int, bool, bool);
  static const auto original =
      reinterpret_cast<Fill>(dlsym(RTLD_NEXT, "_ZN3Gfx18doPatternImageMaskEP6ObjectP6Streamiibb"));
  if (width != 1 || height != 1 || !out->useTilingPatternFill()) {
    original(this, ref, stream, width, height, invert, isInline);
    // Its outline, which restoring the state leaves, would be drawn with the next path.
    state->clearPath();
    return;
  }
  recto::rewind(stream);
  int sample = stream->getChar() >> 7 & 1;
  stream->close();
  if (sample != invert) return;
  saveState();
  state->clearPath();
  state->moveTo(0, 0);
  state->lineTo(1, 0);
  state->lineTo(1, 1);
  state->lineTo(0, 1);
  state->closePath();
  doPatternFill(true);
  state->clearPath();
  restoreState();
}
