// The memory that copies of Poppler's objects take, by which a display list is bounded.

#ifndef WEIGHTS_H
#define WEIGHTS_H

#include <cstddef>

#include <Function.h>
#include <GfxState.h>

namespace recto {

// The memory of a copy of a function, about.
size_t weightOf(const Function *);

// The memory of a copy of a color space, about.
size_t weightOf(GfxColorSpace *);

// The memory of a copy of a shading with functions, about.
template <class Shading> size_t weightOfShading(Shading *shading) {
  size_t sum = weightOf(shading->getColorSpace());
  for (int i = 0; i < shading->getNFuncs(); i++) sum += weightOf(shading->getFunc(i));
  return sum;
}

} // namespace recto

#endif
