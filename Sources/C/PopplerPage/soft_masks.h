#pragma once

#include <functional>

class Gfx;
class OutputDev;

namespace recto {

// True if what is drawn is under a soft mask, and the device has to draw it as a group for that.
bool isUnderMask(OutputDev *);

// Draws as a group that only the mask and the blend mode are applied to: the opacities are those of what it holds.
void drawUnderMask(Gfx *content, OutputDev *, const std::function<void()> &draw);

// Draws text of the content under the mask, as one group, and goes on behind it.
void drawTextUnderMask(Gfx *content, OutputDev *, const std::function<void()> &draw);

} // namespace recto
