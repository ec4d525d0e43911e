#pragma once

#include <OutputDev.h>

namespace recto {

// A device that skips shadings, which hold neither text nor pictures. Poppler cuts those that a device
// does not draw into hundreds of fills.
template <class Device> class WithoutShadings : public Device {
public:
  using Device::Device;

  bool useShadedFills(int) override { return true; }
  bool functionShadedFill(GfxState *, GfxFunctionShading *) override { return true; }
  bool axialShadedFill(GfxState *, GfxAxialShading *, double, double) override { return true; }
  bool radialShadedFill(GfxState *, GfxRadialShading *, double, double) override { return true; }
  bool gouraudTriangleShadedFill(GfxState *, GfxGouraudTriangleShading *) override { return true; }
  bool patchMeshShadedFill(GfxState *, GfxPatchMeshShading *) override { return true; }
};

} // namespace recto
