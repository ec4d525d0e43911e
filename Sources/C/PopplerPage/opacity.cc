// Interposes Poppler's functions for shadings of triangles and patches (ISO 32000-2, 8.7.4.5.5 to 8.7.4.5.8), to
// draw them with the opacity that is set: its device for Cairo forgets it.

#include "opacity.h"

#include <dlfcn.h>

#include "groups.h"

namespace {

template <class Shading>
void draw(Gfx *content, OutputDev *device, Shading *shading, void (*original)(Gfx *, Shading *)) {
  if (!recto::needsGroup(content->getState()) || !device->useShadedFills(shading->getType()))
    return original(content, shading);
  recto::drawAsGroup(content, device, [&] { original(content, shading); });
}

} // namespace

bool recto::needsGroup(const GfxState *state) { return state->getFillOpacity() < 1 && !isInKnockoutGroup(); }

void Gfx::doGouraudTriangleShFill(GfxGouraudTriangleShading *shading) {
  static const auto original = reinterpret_cast<void (*)(Gfx *, GfxGouraudTriangleShading *)>(
      dlsym(RTLD_NEXT, "_ZN3Gfx23doGouraudTriangleShFillEP25GfxGouraudTriangleShading"));
  draw(this, out, shading, original);
}

void Gfx::doPatchMeshShFill(GfxPatchMeshShading *shading) {
  static const auto original = reinterpret_cast<void (*)(Gfx *, GfxPatchMeshShading *)>(
      dlsym(RTLD_NEXT, "_ZN3Gfx17doPatchMeshShFillEP19GfxPatchMeshShading"));
  draw(this, out, shading, original);
}
