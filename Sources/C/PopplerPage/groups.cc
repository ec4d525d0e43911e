// Interposes Poppler's function that draws forms, to draw without a group those that are one for no reason.
//
// A transparency group that is neither isolated nor a knockout group, and is itself painted with the normal blend
// mode, in full and without a mask, is equal to its elements (ISO 32000-2, 11.4.6). Poppler's device for Cairo draws
// every group on nothing, so that elements which multiply or screen do not see the page below.
//
// Interposes, too, the function that sets a graphics state. Each element of a knockout group is blended with what was
// there before the group alone (11.4.6.2), which is nothing for that device; it blended them with each other.

#include "groups.h"

#include <dlfcn.h>

#include <utility>

#include <Gfx.h>
#include <GfxState.h>
#include <Object.h>
#include <OutputDev.h>

namespace {

// The group whose elements are drawn.
struct Group {
  bool isKnockout = false;
  bool mayHaveMask = false; // a mask was set; it may have been taken back
};

thread_local Group group;

using DrawForm = void (*)(Gfx *, Object *, Dict *, const void *, const void *, bool, bool, GfxColorSpace *, bool, bool,
                          bool, Function *, GfxColor *);

void draw(Gfx *self, Object *form, Dict *resources, const void *matrix, const void *box, bool isGroup, bool isMask,
          GfxColorSpace *space, bool isIsolated, bool isKnockout, bool isAlpha, Function *transfer, GfxColor *backdrop,
          DrawForm original) {
  const GfxState *state = self->getState();
  bool isOrdinary = state->getBlendMode() == gfxBlendNormal && state->getFillOpacity() == 1;
  bool hasReason = isMask || isIsolated || isKnockout || !isOrdinary || group.isKnockout || group.mayHaveMask;
  if (isGroup && !hasReason) isGroup = false;
  if (!isGroup && !isMask)
    return original(self, form, resources, matrix, box, false, false, space, isIsolated, isKnockout, isAlpha, transfer,
                    backdrop);
  Group outer = std::exchange(group, Group{isKnockout, false});
  original(self, form, resources, matrix, box, isGroup, isMask, space, isIsolated, isKnockout, isAlpha, transfer,
           backdrop);
  group = outer;
  if (isMask) group.mayHaveMask = true;
}

}  // namespace

void Gfx::opSetExtGState(Object arguments[], int count) {
  using Set = void (*)(Gfx *, Object *, int);
  static const auto original = reinterpret_cast<Set>(dlsym(RTLD_NEXT, "_ZN3Gfx14opSetExtGStateEP6Objecti"));
  original(this, arguments, count);
  if (!group.isKnockout || state->getBlendMode() == gfxBlendNormal) return;
  state->setBlendMode(gfxBlendNormal);
  out->updateBlendMode(state);
}

void recto::beginGroups() { group = {}; }

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
