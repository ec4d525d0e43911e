#pragma once

#include <Gfx.h>
#include <GfxState.h>
#include <OutputDev.h>

#include "groups.h"

namespace recto {

// True if what is filled is neither opaque nor an element of a knockout group.
bool needsGroup(const GfxState *);

// Has a device draw as a transparency group, which it then paints with the opacity, the blend mode and the mask
// that are set. For drawings that Poppler's device for Cairo paints without the opacity, or with it twice.
template <class Draw> void drawAsGroup(Gfx *content, OutputDev *device, Draw draw) {
  double box[4];
  content->getState()->getUserClipBBox(&box[0], &box[1], &box[2], &box[3]);
  // The device forgets the mask once a group is painted under it.
  content->saveState();
  content->saveState();
  GfxState *inner = content->getState();
  device->beginTransparencyGroup(inner, box, nullptr, true, false, false);
  inner->setBlendMode(gfxBlendNormal);
  device->updateBlendMode(inner);
  inner->setFillOpacity(1);
  device->updateFillOpacity(inner);
  device->clearSoftMask(inner);
  noteClearedMask();
  draw();
  device->endTransparencyGroup(content->getState());
  content->restoreState();
  device->paintTransparencyGroup(content->getState(), box);
  content->restoreState();
}

} // namespace recto
