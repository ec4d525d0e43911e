#include "RecorderCalls.h"

#include <cmath>
#include <cstring>
#include <memory>

#include <GfxFont.h>
#include <XRef.h>
#include <goo/GooString.h>

#include "Versions.h"
#include "groups.h"
#include "weights.h"

namespace recto {

namespace {

// The percentage that a state makes this scaling of, to the last bit.
double percentOf(double scaling) {
  double percent = scaling / 0.01;
  for (double other : {std::nextafter(percent, -infinity), std::nextafter(percent, infinity)}) {
    if (0.01 * percent == scaling) break;
    if (0.01 * other == scaling) percent = other;
  }
  return percent;
}

GfxColor partsOf(const GfxRGB &color) {
  GfxColor parts = {};
  parts.c[0] = color.r;
  parts.c[1] = color.g;
  parts.c[2] = color.b;
  return parts;
}

} // namespace

void Recorder::match(GfxState *state) {
  const GfxState *own = player.state;
  if (memcmp(state->getCTM(), own->getCTM(), 6 * sizeof(double)) != 0) {
    set(CallKind::text, [m = matrix(state->getCTM())](Player &p) { p.state->setCTM(m[0], m[1], m[2], m[3], m[4], m[5]); });
  }
  if (state->getLineWidth() != own->getLineWidth())
    set(CallKind::state, [width = state->getLineWidth()](Player &p) { p.state->setLineWidth(width); });
  if (state->getLineJoin() != own->getLineJoin())
    set(CallKind::state, [join = state->getLineJoin()](Player &p) { p.state->setLineJoin(join); });
  if (state->getLineCap() != own->getLineCap())
    set(CallKind::state, [cap = state->getLineCap()](Player &p) { p.state->setLineCap(cap); });
  if (state->getMiterLimit() != own->getMiterLimit())
    set(CallKind::state, [limit = state->getMiterLimit()](Player &p) { p.state->setMiterLimit(limit); });
  double start, ownStart;
  const std::vector<double> &dash = state->getLineDash(&start);
  if (dash != player.state->getLineDash(&ownStart) || start != ownStart) {
    list.count(dash.size() * sizeof(double));
    set(CallKind::state, [dash, start](Player &p) { p.state->setLineDash(std::vector<double>(dash), start); });
  }
  if (state->getFillOpacity() != own->getFillOpacity())
    set(CallKind::state, [opacity = state->getFillOpacity()](Player &p) { p.state->setFillOpacity(opacity); });
  if (state->getStrokeOpacity() != own->getStrokeOpacity())
    set(CallKind::state, [opacity = state->getStrokeOpacity()](Player &p) { p.state->setStrokeOpacity(opacity); });
  if (state->getBlendMode() != own->getBlendMode())
    set(CallKind::state, [mode = state->getBlendMode()](Player &p) { p.state->setBlendMode(mode); });
  // Devices ask whether there is a pattern, not for it.
  if (!state->getStrokePattern() != !player.state->getStrokePattern()) {
    std::shared_ptr<GfxPattern> pattern(state->getStrokePattern() ? state->getStrokePattern()->copy() : nullptr);
    set(CallKind::state, [pattern](Player &p) { p.state->setStrokePattern(pattern ? pattern->copy() : nullptr); });
  }
}

void Recorder::matchText(GfxState *state) {
  const GfxState *own = player.state;
  if (state->getFont() != own->getFont() || state->getFontSize() != own->getFontSize()) {
    set(CallKind::text, [font = state->getFont(), size = state->getFontSize()](Player &p) { p.state->setFont(font, size); });
  }
  if (memcmp(state->getTextMat(), own->getTextMat(), 6 * sizeof(double)) != 0) {
    set(CallKind::text,
        [m = matrix(state->getTextMat())](Player &p) { p.state->setTextMat(m[0], m[1], m[2], m[3], m[4], m[5]); });
  }
  if (state->getCharSpace() != own->getCharSpace())
    set(CallKind::text, [space = state->getCharSpace()](Player &p) { p.state->setCharSpace(space); });
  if (state->getWordSpace() != own->getWordSpace())
    set(CallKind::text, [space = state->getWordSpace()](Player &p) { p.state->setWordSpace(space); });
  if (state->getHorizScaling() != own->getHorizScaling())
    set(CallKind::text, [scaling = percentOf(state->getHorizScaling())](Player &p) { p.state->setHorizScaling(scaling); });
  if (state->getRender() != own->getRender())
    set(CallKind::text, [render = state->getRender()](Player &p) { p.state->setRender(render); });
}

void Recorder::matchFill(GfxState *state) {
  bool isPattern = state->getFillColorSpace()->getMode() == csPattern;
  GfxRGB color, own;
  state->getFillRGB(&color);
  player.state->getFillRGB(&own);
  if (player.state->getFillColorSpace()->getMode() == (isPattern ? csPattern : csDeviceRGB) && color == own) return;
  if (isPattern) {
    // Devices ask for the kind of space.
    std::shared_ptr<GfxColorSpace> space(state->getFillColorSpace()->copy());
    return set(CallKind::state, [space](Player &p) { p.state->setFillColorSpace(space->copy()); });
  }
  set(CallKind::state, [color](Player &p) {
    p.state->setFillColorSpace(deviceRGB());
    GfxColor parts = partsOf(color);
    p.state->setFillColor(&parts);
  });
}

void Recorder::matchStroke(GfxState *state) {
  GfxRGB color, own;
  state->getStrokeRGB(&color);
  player.state->getStrokeRGB(&own);
  if (player.state->getStrokeColorSpace()->getMode() == csDeviceRGB && color == own) return;
  set(CallKind::state, [color](Player &p) {
    p.state->setStrokeColorSpace(deviceRGB());
    GfxColor parts = partsOf(color);
    p.state->setStrokeColor(&parts);
  });
}

// A string whose state changes before its end is told to the device in pieces.
void Recorder::openString() {
  if (!string || isOpen) return;
  isOpen = true;
  set(CallKind::state, [codes = std::shared_ptr<GooString>(string->copy())](Player &p) {
    p.device->beginString(p.state, codes.get());
  });
}

void Recorder::startPage(int number, GfxState *state, XRef *xref) {
  objects = xref;
  list.first.reset(state->copy(true));
  player.state = state->copy(true);
  set(CallKind::text, [number, xref](Player &p) { p.device->startPage(number, p.state, xref); });
}

void Recorder::endPage() {
  set(CallKind::text, [](Player &p) { p.device->endPage(); });
}

void Recorder::setDefaultCTM(const double *ctm) {
  OutputDev::setDefaultCTM(ctm);
  set(CallKind::text, [m = matrix(ctm)](Player &p) { p.device->setDefaultCTM(m.data()); });
}

void Recorder::saveState(GfxState *state) {
  add(state, CallKind::save, [](Player &p) {
    p.device->saveState(p.state);
    p.state = p.state->save();
  });
}

void Recorder::restoreState(GfxState *) {
  openString();
  set(CallKind::restore, [](Player &p) {
    p.state = p.state->restore();
    p.device->restoreState(p.state);
  });
}

void Recorder::updateAll(GfxState *state) {
  matchFill(state);
  matchStroke(state);
  matchText(state);
  add(state, CallKind::text, [](Player &p) { p.device->updateAll(p.state); });
}

void Recorder::updateCTM(GfxState *state, double a, double b, double c, double d, double e, double f) {
  // Such a matrix is left out by the device, which then draws elsewhere than the state says.
  double determinant = a * d - b * c;
  if (determinant == 0 || !std::isfinite(determinant)) list.makeUndrawable();
  add(state, CallKind::state, [=](Player &p) { p.device->updateCTM(p.state, a, b, c, d, e, f); });
}

void Recorder::updateLineDash(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateLineDash(p.state); });
}

void Recorder::updateLineJoin(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateLineJoin(p.state); });
}

void Recorder::updateLineCap(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateLineCap(p.state); });
}

void Recorder::updateMiterLimit(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateMiterLimit(p.state); });
}

void Recorder::updateLineWidth(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateLineWidth(p.state); });
}

void Recorder::updateFillColorSpace(GfxState *state) { matchFill(state); }

void Recorder::updateStrokeColorSpace(GfxState *state) { matchStroke(state); }

void Recorder::updateFillColor(GfxState *state) {
  matchFill(state);
  add(state, CallKind::state, [](Player &p) { p.device->updateFillColor(p.state); });
}

void Recorder::updateStrokeColor(GfxState *state) {
  matchStroke(state);
  add(state, CallKind::state, [](Player &p) { p.device->updateStrokeColor(p.state); });
}

void Recorder::updateBlendMode(GfxState *state) {
  add(state, CallKind::state, [how = compositing()](Player &p) {
    WithCompositing compositing(how);
    p.device->updateBlendMode(p.state);
  });
}

void Recorder::updateFillOpacity(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateFillOpacity(p.state); });
}

void Recorder::updateStrokeOpacity(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->updateStrokeOpacity(p.state); });
}

void Recorder::updateFillColorStop(GfxState *state, double offset) {
  matchFill(state);
  add(state, CallKind::state, [offset](Player &p) { p.device->updateFillColorStop(p.state, offset); });
}

void Recorder::updateFont(GfxState *state) {
  matchText(state);
  add(state, CallKind::text, [](Player &p) { p.device->updateFont(p.state); });
}

void Recorder::beginTransparencyGroup(GfxState *state, const double *box, GfxColorSpace *space, bool isolated,
                                      bool knockout, bool forSoftMask) {
  list.count(weightOf(space));
  std::shared_ptr<GfxColorSpace> copy(space ? space->copy() : nullptr);
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::beginGroup, [=](Player &p) {
    p.device->beginTransparencyGroup(p.state, bounds.data(), copy.get(), isolated, knockout, forSoftMask);
  });
}

void Recorder::endTransparencyGroup(GfxState *state) {
  add(state, CallKind::state, [how = compositing()](Player &p) {
    WithCompositing compositing(how);
    p.device->endTransparencyGroup(p.state);
  });
}

void Recorder::paintTransparencyGroup(GfxState *state, const double *box) {
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::finishGroup, [=](Player &p) { p.device->paintTransparencyGroup(p.state, bounds.data()); });
}

void Recorder::setSoftMask(GfxState *state, const double *box, bool alpha, Function *transfer, GfxColor *backdrop) {
  list.count(weightOf(transfer));
  std::shared_ptr<Function> copy(transfer ? transfer->copy() : nullptr);
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::finishGroup, [=, color = *backdrop](Player &p) mutable {
    p.device->setSoftMask(p.state, bounds.data(), alpha, copy.get(), &color);
  });
}

void Recorder::clearSoftMask(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->clearSoftMask(p.state); });
}

} // namespace recto
