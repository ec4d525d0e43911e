#pragma once

#include <memory>

#include <Object.h>
#include <OutputDev.h>
#include <XRef.h>

#include "jpx_opacity.h"

namespace recto {

// True if Cairo refuses a picture or its soft mask, and both can be read to be made smaller.
bool mustShrink(Dict *picture);

// True if reading a picture takes neither all of a page's time nor its memory.
bool canBeRead(Dict *picture);

// True if a picture was blended with a matte color, and can be read.
bool hasMatte(Dict *picture);

// Gives a device the pictures that it is asked to draw, made smaller where they are too large, and without their matte
// colors. Their mask is the opacity, if it has been read by the time a picture is decoded.
std::unique_ptr<OutputDev> shrinkingDevice(OutputDev *target, XRef *, const Opacity &);

} // namespace recto
