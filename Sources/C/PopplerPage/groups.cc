// Interposes Poppler's function that draws forms, to draw a form without its transparency group if the group has no
// effect.
//
// A transparency group has no effect if it is neither isolated nor a knockout group, and is itself painted with the
// normal blend mode, at full opacity and without a mask (ISO 32000-2, 11.4.6). Poppler's Cairo device draws every
// group on a transparent backdrop, where elements that multiply or screen cannot blend with the page below.
//
// Also interposes the functions that set, save and restore a graphics state. Each element of a knockout group is
// blended only with the group's backdrop (11.4.6.2). For that device the backdrop is transparent, so each element
// replaces those before it. But the device blends them with each other as soon as a graphics state sets a blend
// mode, even the normal one. A group whose elements blend with the page below is drawn without knocking out: that is
// wrong only where its elements overlap.
//
// A soft mask may be the group's alpha, mapped by a function (11.6.5.2). The device maps its own opacity instead,
// but maps luminosities correctly. The luminosity of a group that is white on black equals its alpha, so here such
// a group is drawn in white. The device also ignores the matrix of a mask's group, which misplaces the mask; here
// the matrix is applied to the page while the group is drawn.

#include "groups.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <cairo.h>

#include <Gfx.h>
#include <GfxState.h>
#include <Object.h>
#include <OutputDev.h>

#include "Versions.h"

namespace {

// The group whose elements are drawn.
struct Group {
  bool isKnockout = false;
  bool hasMask = false;         // in the graphics state
  std::vector<bool> saved = {}; // the same of the states that are saved
};

thread_local Group group;
thread_local recto::Compositing current;
thread_local OutputDev *device = nullptr; // of the content that sets a graphics state

// Maps to the space of a form and back.
class FormSpace {
public:
  FormSpace(GfxState *state, const double *m) : state(state), determinant(m[0] * m[3] - m[1] * m[2]) {
    std::copy(m, m + 6, matrix);
    std::copy(state->getCTM(), state->getCTM() + 6, outer);
  }

  bool isAnother() const {
    return determinant != 0 && std::isfinite(determinant) && !std::equal(matrix, matrix + 6, identity);
  }

  void enter() const {
    state->concatCTM(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]);
    device->updateCTM(state, matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]);
  }

  void leave() const {
    const double *m = matrix;
    state->setCTM(outer[0], outer[1], outer[2], outer[3], outer[4], outer[5]);
    device->updateCTM(state, m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant,
                      (m[2] * m[5] - m[3] * m[4]) / determinant, (m[1] * m[4] - m[0] * m[5]) / determinant);
  }

  static constexpr double identity[6] = {1, 0, 0, 1, 0, 0};

private:
  GfxState *state;
  double determinant, matrix[6], outer[6];
};

// True if resources have a graphics state that blends with what is below.
bool haveBlendMode(Dict *resources) {
  Object states = resources ? resources->lookup("ExtGState") : Object(objNull);
  for (int i = 0; states.isDict() && i < states.dictGetLength(); i++) {
    Object state = states.dictGetVal(i);
    Object mode = state.isDict() ? state.dictLookup("BM") : Object(objNull);
    if (mode.isArray() && mode.arrayGetLength() > 0) mode = mode.arrayGet(0);
    if (mode.isName() && !mode.isName("Normal") && !mode.isName("Compatible")) return true;
  }
  return false;
}

// A group around the group of a soft mask in a knockout group. The device keeps the shape of each group in a knockout
// group until it paints that; it never paints the group of a mask, and would cut its shape out of the page. This group
// is painted, where nothing is seen.
class GroupAroundMask {
public:
  explicit GroupAroundMask(Gfx *content) : content(content) {
    content->getState()->getUserClipBBox(&box[0], &box[1], &box[2], &box[3]);
    device->beginTransparencyGroup(content->getState(), box, nullptr, false, false, false);
  }

  void end() {
    device->endTransparencyGroup(content->getState());
    content->saveState();
    GfxState *state = content->getState();
    const double x = state->getCurX(), y = state->getCurY();
    state->clearPath();
    state->moveTo(x, y);
    state->lineTo(x, y);
    state->closePath();
    device->clip(state);
    state->clearPath();
    state->shift(x - state->getCurX(), y - state->getCurY());
    device->clearSoftMask(state);
    device->paintTransparencyGroup(state, box);
    content->restoreState();
  }

private:
  Gfx *content;
  double box[4];
};

using DrawForm = void (*)(Gfx *, Object *, Dict *, const void *, const void *, bool, bool, GfxColorSpace *, bool, bool,
                          bool, Function *, GfxColor *);

void draw(Gfx *self, Object *form, Dict *resources, const void *matrix, const void *box, bool isGroup, bool isMask,
          GfxColorSpace *space, bool isIsolated, bool isKnockout, bool isAlpha, Function *transfer, GfxColor *backdrop,
          DrawForm original) {
  const GfxState *state = self->getState();
  bool isOrdinary = state->getBlendMode() == gfxBlendNormal && state->getFillOpacity() == 1;
  if (isKnockout && !isIsolated && haveBlendMode(resources)) isKnockout = false;
  bool hasReason = isMask || isIsolated || isKnockout || !isOrdinary || group.isKnockout || group.hasMask;
  if (isGroup && !hasReason) isGroup = false;
  if (!isGroup && !isMask)
    return original(self, form, resources, matrix, box, false, false, space, isIsolated, isKnockout, isAlpha, transfer,
                    backdrop);
  std::optional<GroupAroundMask> around;
  if (isMask && group.isKnockout && device) around.emplace(self);
  const FormSpace formSpace(self->getState(), static_cast<const double *>(matrix));
  const bool isMoved = isMask && device && formSpace.isAnother();
  if (isMoved) {
    formSpace.enter();
    matrix = FormSpace::identity;
  }
  bool isWhite = isMask && isAlpha && transfer;
  // The device forgets the mask once a group is painted under it.
  bool keepsMask = !isMask && group.hasMask;
  if (keepsMask) self->saveState();
  Group outer = std::exchange(group, Group{isKnockout});
  recto::WithCompositing compositing({false, isWhite});
  if (isWhite) {
    const std::unique_ptr<GfxColorSpace> gray(recto::released(recto::deviceGray()));
    GfxColor black = {};
    original(self, form, resources, matrix, box, isGroup, true, gray.get(), isIsolated, isKnockout, false, transfer,
             &black);
  } else {
    original(self, form, resources, matrix, box, isGroup, isMask, space, isIsolated, isKnockout, isAlpha, transfer,
             backdrop);
  }
  if (isMoved) formSpace.leave();
  group = std::move(outer);
  if (around) around->end();
  if (keepsMask) self->restoreState();
  if (isMask) group.hasMask = true;
}

// Makes a group white, with the alpha that it has.
void whiten(cairo_pattern_t *group) {
  cairo_surface_t *surface = nullptr;
  if (cairo_pattern_get_surface(group, &surface) != CAIRO_STATUS_SUCCESS) return;
  cairo_t *context = cairo_create(surface);
  cairo_set_operator(context, CAIRO_OPERATOR_ATOP);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_destroy(context);
}

}  // namespace

recto::Compositing recto::compositing() { return current; }

recto::WithCompositing::WithCompositing(Compositing own) : outer(std::exchange(current, own)) {}

recto::WithCompositing::~WithCompositing() { current = outer; }

extern "C" __attribute__((visibility("default"))) void cairo_set_operator(cairo_t *context, cairo_operator_t chosen) {
  static const auto original = reinterpret_cast<void (*)(cairo_t *, cairo_operator_t)>(
      dlsym(RTLD_NEXT, "cairo_set_operator"));
  original(context, current.replaces ? CAIRO_OPERATOR_SOURCE : chosen);
}

extern "C" __attribute__((visibility("default"))) cairo_pattern_t *cairo_pop_group(cairo_t *context) {
  static const auto original = reinterpret_cast<cairo_pattern_t *(*)(cairo_t *)>(dlsym(RTLD_NEXT, "cairo_pop_group"));
  cairo_pattern_t *popped = original(context);
  if (current.isWhite) whiten(popped);
  return popped;
}

void Gfx::opSetExtGState(Object arguments[], int count) {
  using Set = void (*)(Gfx *, Object *, int);
  static const auto original = reinterpret_cast<Set>(dlsym(RTLD_NEXT, "_ZN3Gfx14opSetExtGStateEP6Objecti"));
  if (group.hasMask && count > 0 && arguments[0].isName()) {
    Object set = res->lookupGState(arguments[0].getName());
    if (set.isDict() && set.dictLookup("SMask").isName("None")) group.hasMask = false;
  }
  OutputDev *outer = std::exchange(device, out);
  original(this, arguments, count);
  device = outer;
  if (!group.isKnockout) return;
  state->setBlendMode(gfxBlendNormal);
  recto::WithCompositing compositing({true, recto::compositing().isWhite});
  out->updateBlendMode(state);
}

void Gfx::saveState() {
  static const auto original = reinterpret_cast<void (*)(Gfx *)>(dlsym(RTLD_NEXT, "_ZN3Gfx9saveStateEv"));
  original(this);
  group.saved.push_back(group.hasMask);
}

// Poppler refuses to restore a state that was not saved.
void Gfx::restoreState() {
  static const auto original = reinterpret_cast<void (*)(Gfx *)>(dlsym(RTLD_NEXT, "_ZN3Gfx12restoreStateEv"));
  const GfxState *inner = state;
  original(this);
  if (state == inner || group.saved.empty()) return;
  group.hasMask = group.saved.back();
  group.saved.pop_back();
}

bool recto::isInKnockoutGroup() { return group.isKnockout; }

bool recto::hasSoftMask() { return group.hasMask; }

void recto::noteClearedMask() { group.hasMask = false; }

void recto::beginGroups() {
  group = {};
  device = nullptr;
}

// The matrix and the box are pointers in Poppler 22.12 and references later, which are passed alike.
#define RECTO_DRAW_FORM(NAME, SYMBOL) \
  extern "C" __attribute__((visibility("default"))) void NAME( \
      Gfx *, Object *, Dict *, const void *, const void *, bool, bool, GfxColorSpace *, bool, bool, bool, Function *, \
      GfxColor *) __asm__(SYMBOL); \
  void NAME(Gfx *self, Object *form, Dict *resources, const void *matrix, const void *box, bool isGroup, bool isMask, \
            GfxColorSpace *space, bool isIsolated, bool isKnockout, bool isAlpha, Function *transfer, \
            GfxColor *backdrop) { \
    static const auto original = reinterpret_cast<DrawForm>(dlsym(RTLD_NEXT, SYMBOL)); \
    draw(self, form, resources, matrix, box, isGroup, isMask, space, isIsolated, isKnockout, isAlpha, transfer, \
         backdrop, original); \
  }

RECTO_DRAW_FORM(recto_draw_form, "_ZN3Gfx8drawFormEP6ObjectP4DictPKdS5_bbP13GfxColorSpacebbbP8FunctionP8GfxColor")
RECTO_DRAW_FORM(
    recto_draw_form_of_arrays,
    "_ZN3Gfx8drawFormEP6ObjectP4DictRKSt5arrayIdLm6EERKS4_IdLm4EEbbP13GfxColorSpacebbbP8FunctionP8GfxColor")
