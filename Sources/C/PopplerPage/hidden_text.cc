// Interposes Poppler's functions that begin and end a text object, to draw a page without some of them.

#include "hidden_text.h"

#include <dlfcn.h>

#include <algorithm>

#include <Gfx.h>
#include <GfxState.h>
#include <Object.h>
#include <OutputDev.h>

namespace {

// The mode of text without ink (ISO 32000-2, 9.3.6).
constexpr int invisible = 3;

thread_local recto::HiddenText *walked = nullptr;

void setMode(GfxState *state, OutputDev *device, int mode) {
  state->setRender(mode);
  device->updateRender(state);
}

} // namespace

recto::HiddenText::HiddenText(const uint32_t *objects, size_t count) : hidden(objects), count(count) {
  if (count > 0) walked = this;
}

recto::HiddenText::~HiddenText() { walked = nullptr; }

void recto::HiddenText::begin(GfxState *state, OutputDev *device) {
  object++;
  if (!std::binary_search(hidden, hidden + count, object)) return;
  isHidden = true;
  outer = state->getRender();
  setMode(state, device, invisible);
}

void recto::HiddenText::end(GfxState *state, OutputDev *device) {
  if (!isHidden) return;
  isHidden = false;
  setMode(state, device, outer);
}

void Gfx::opBeginText(Object arguments[], int count) {
  using Begin = void (*)(Gfx *, Object[], int);
  static const auto original = reinterpret_cast<Begin>(dlsym(RTLD_NEXT, "_ZN3Gfx11opBeginTextEP6Objecti"));
  original(this, arguments, count);
  if (walked) walked->begin(state, out);
}

void Gfx::opEndText(Object arguments[], int count) {
  using End = void (*)(Gfx *, Object[], int);
  static const auto original = reinterpret_cast<End>(dlsym(RTLD_NEXT, "_ZN3Gfx9opEndTextEP6Objecti"));
  if (walked) walked->end(state, out);
  original(this, arguments, count);
}
