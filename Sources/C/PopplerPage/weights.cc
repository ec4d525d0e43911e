#include "weights.h"

#include "Versions.h"

namespace recto {

size_t weightOf(const Function *function) {
  size_t sum = 2 << 10;
  if (!function) return sum;
  if (isSampled(function)) {
    sum += 2 * sizeof(double) * static_cast<size_t>(static_cast<const SampledFunction *>(function)->getSampleNumber());
  } else if (isStitching(function)) {
    auto *parts = static_cast<const StitchingFunction *>(function);
    for (int i = 0; i < parts->getNumFuncs(); i++) sum += weightOf(parts->getFunc(i));
  }
  return sum;
}

size_t weightOf(GfxColorSpace *space) {
  constexpr size_t own = 2 << 10;
  if (!space) return own;
  switch (space->getMode()) {
  case csIndexed: return own + (8 << 10) + weightOf(static_cast<GfxIndexedColorSpace *>(space)->getBase());
  case csSeparation: {
    auto *separation = static_cast<GfxSeparationColorSpace *>(space);
    return own + weightOf(separation->getFunc()) + weightOf(separation->getAlt());
  }
  case csDeviceN: {
    auto *inks = static_cast<GfxDeviceNColorSpace *>(space);
    return own + weightOf(inks->getTintTransformFunc()) + weightOf(inks->getAlt());
  }
  case csICCBased: return own + weightOf(static_cast<GfxICCBasedColorSpace *>(space)->getAlt());
  case csPattern: return own + weightOf(static_cast<GfxPatternColorSpace *>(space)->getUnder());
  default: return own;
  }
}

} // namespace recto
