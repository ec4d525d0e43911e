// Interposes Poppler's functions that draw lines, text and tilings, to draw them under the soft mask that is set
// (ISO 32000-2, 11.6.5.2): its device for Cairo applies the mask to filled paths, shadings and opaque pictures only.
//
// A line is drawn by filling its area, which the device does under the mask. All else is drawn as a group, which the
// mask is applied to as a whole.

#include "soft_masks.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <utility>

#include <Gfx.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>

#include "groups.h"
#include "opacity.h"

namespace {

void setFillOpacity(GfxState *state, OutputDev *device, double opacity) {
  state->setFillOpacity(opacity);
  device->updateFillOpacity(state);
}

void setPath(GfxState *state, std::initializer_list<std::pair<double, double>> points) {
  state->clearPath();
  for (auto [x, y] : points) state->isCurPt() ? state->lineTo(x, y) : state->moveTo(x, y);
  state->closePath();
}

// A copy of a state's path. Neither the path nor the place of text is saved and restored with the state.
class KeptPath {
public:
  explicit KeptPath(const GfxState *state) : path(state->getPath()->copy()) {}
  void restore(GfxState *state) { state->setPath(path.release()); }

private:
  std::unique_ptr<GfxPath> path;
};

// How far lines reach at most, as a width: with their joins and caps, and a pixel of small scales.
double reach(const GfxState *state) {
  const double *m = state->getCTM();
  double scale = std::sqrt(std::fabs(m[0] * m[3] - m[1] * m[2]));
  double join = state->getLineJoin() == 0 ? state->getMiterLimit() : 1;
  return state->getLineWidth() * std::max(join, M_SQRT2) + (scale > 0 ? 16 / scale : 0);
}

// Fills the area of lines with their color.
void fillLines(Gfx *content, OutputDev *device) {
  content->saveState();
  GfxState *state = content->getState();
  device->clipToStrokePath(state);
  state->setLineWidth(reach(state));
  state->clipToStrokePath();
  state->setFillPattern(nullptr);
  state->setFillColorSpace(state->getStrokeColorSpace()->copy());
  device->updateFillColorSpace(state);
  state->setFillColor(state->getStrokeColor());
  device->updateFillColor(state);
  setFillOpacity(state, device, state->getStrokeOpacity());
  double left, top, right, bottom;
  state->getUserClipBBox(&left, &top, &right, &bottom);
  setPath(state, {{left, top}, {right, top}, {right, bottom}, {left, bottom}});
  device->fill(state);
  content->restoreState();
}

// Narrows the clip to the line that text is in, with room for large letters, so that the group is small. Glyphs that
// are drawn by the content may reach anywhere.
void clipToTextLine(GfxState *state, OutputDev *device) {
  const std::shared_ptr<GfxFont> &font = state->getFont();
  if (!font || font->getType() == fontType3) return;
  double x = state->getCurX(), y = state->getCurY();
  double left, top, right, bottom;
  state->getUserClipBBox(&left, &top, &right, &bottom);
  double length = std::fabs(left - x) + std::fabs(right - x) + std::fabs(top - y) + std::fabs(bottom - y);
  double along[2], across[2];
  state->textTransformDelta(1, 0, &along[0], &along[1]);
  state->textTransformDelta(0, 1, &across[0], &across[1]);
  if (font->getWMode()) std::swap(along, across);
  double unit = std::hypot(along[0], along[1]);
  double height = 3 * std::fabs(state->getFontSize()) + std::fabs(state->getRise());
  if (!(unit > 0) || !std::isfinite(length) || !(std::hypot(across[0], across[1]) * height > 0)) return;
  for (double &part : along) part *= length / unit;
  for (double &part : across) part *= height;
  setPath(state, {{x - along[0] - across[0], y - along[1] - across[1]},
                  {x + along[0] - across[0], y + along[1] - across[1]},
                  {x + along[0] + across[0], y + along[1] + across[1]},
                  {x - along[0] + across[0], y - along[1] + across[1]}});
  state->clip();
  device->clip(state);
  state->clearPath();
  state->shift(x - state->getCurX(), y - state->getCurY());
}

using DrawContent = void (*)(Gfx *, Object *, int);

} // namespace

bool recto::isUnderMask(OutputDev *device) {
  return hasSoftMask() && device->useTilingPatternFill();
}

void recto::drawUnderMask(Gfx *content, OutputDev *device, const std::function<void()> &draw) {
  content->saveState();
  double opacity = content->getState()->getFillOpacity();
  setFillOpacity(content->getState(), device, 1);
  drawAsGroup(content, device, [&] {
    setFillOpacity(content->getState(), device, opacity);
    draw();
  });
  content->restoreState();
}

void recto::drawTextUnderMask(Gfx *content, OutputDev *device, const std::function<void()> &draw) {
  content->saveState();
  clipToTextLine(content->getState(), device);
  drawUnderMask(content, device, draw);
  content->restoreState();
}

#define RECTO_STROKE(NAME, SYMBOL, CLOSES) \
  void Gfx::NAME(Object arguments[], int count) { \
    static const auto original = reinterpret_cast<DrawContent>(dlsym(RTLD_NEXT, SYMBOL)); \
    bool isPattern = state->getStrokeColorSpace()->getMode() == csPattern; \
    if (!recto::isUnderMask(out) || !ocState || !state->isPath() || isPattern) \
      return original(this, arguments, count); \
    if (CLOSES) state->closePath(); \
    KeptPath path(state); \
    fillLines(this, out); \
    path.restore(state); \
    doEndPath(); \
  }

// The clip that the path becomes is set after the group is drawn.
#define RECTO_FILL_AND_STROKE(NAME, SYMBOL) \
  void Gfx::NAME(Object arguments[], int count) { \
    static const auto original = reinterpret_cast<DrawContent>(dlsym(RTLD_NEXT, SYMBOL)); \
    if (!recto::isUnderMask(out)) return original(this, arguments, count); \
    KeptPath path(state); \
    GfxClipType following = std::exchange(clip, clipNone); \
    recto::drawUnderMask(this, out, [&] { original(this, arguments, count); }); \
    path.restore(state); \
    clip = following; \
    doEndPath(); \
  }

RECTO_STROKE(opStroke, "_ZN3Gfx8opStrokeEP6Objecti", false)
RECTO_STROKE(opCloseStroke, "_ZN3Gfx13opCloseStrokeEP6Objecti", true)
RECTO_FILL_AND_STROKE(opFillStroke, "_ZN3Gfx12opFillStrokeEP6Objecti")
RECTO_FILL_AND_STROKE(opEOFillStroke, "_ZN3Gfx14opEOFillStrokeEP6Objecti")
RECTO_FILL_AND_STROKE(opCloseFillStroke, "_ZN3Gfx17opCloseFillStrokeEP6Objecti")
RECTO_FILL_AND_STROKE(opCloseEOFillStroke, "_ZN3Gfx19opCloseEOFillStrokeEP6Objecti")

// All of its strings are one group.
void Gfx::opShowSpaceText(Object arguments[], int count) {
  static const auto original = reinterpret_cast<DrawContent>(dlsym(RTLD_NEXT, "_ZN3Gfx15opShowSpaceTextEP6Objecti"));
  if (!recto::isUnderMask(out)) return original(this, arguments, count);
  if (std::exchange(fontChanged, false)) out->updateFont(state);
  recto::drawTextUnderMask(this, out, [&] { original(this, arguments, count); });
}

void Gfx::doTilingPatternFill(GfxTilingPattern *pattern, bool isStroke, bool isEvenOdd, bool isText) {
  static const auto original = reinterpret_cast<void (*)(Gfx *, GfxTilingPattern *, bool, bool, bool)>(
      dlsym(RTLD_NEXT, "_ZN3Gfx19doTilingPatternFillEP16GfxTilingPatternbbb"));
  if (!recto::isUnderMask(out)) return original(this, pattern, isStroke, isEvenOdd, isText);
  recto::drawUnderMask(this, out, [&] { original(this, pattern, isStroke, isEvenOdd, isText); });
}
