// Adds calls to the recorder's list, with their bounds on the page.

#ifndef RECORDER_CALLS_H
#define RECORDER_CALLS_H

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "Recorder.h"

namespace recto {

using Matrix6 = std::array<double, 6>;

inline Matrix6 matrix(const double *values) {
  Matrix6 result;
  std::copy(values, values + 6, result.begin());
  return result;
}

inline Bounds clipOf(const GfxState *state) {
  Bounds clip;
  state->getClipBBox(&clip.left, &clip.top, &clip.right, &clip.bottom);
  return clip;
}

// A rectangle in the space of the state, on the page.
inline Bounds onPage(const GfxState *state, const Bounds &box) {
  Bounds result;
  for (double x : {box.left, box.right}) {
    for (double y : {box.top, box.bottom}) {
      double pageX, pageY;
      state->transform(x, y, &pageX, &pageY);
      result.include(pageX, pageY);
    }
  }
  // Coordinates that are not numbers lie anywhere.
  bool isFinite = std::isfinite(result.left) && std::isfinite(result.top) && std::isfinite(result.right) &&
                  std::isfinite(result.bottom);
  return isFinite ? result : Bounds::everywhere();
}

inline constexpr double fillReach = 2, imageReach = 4; // in pixels, of edges and of filters

// Narrows the clip of a state to a rectangle on the page.
inline void setClip(GfxState *state, const Bounds &clip) {
  Matrix6 m = matrix(state->getCTM());
  state->setCTM(1, 0, 0, 1, 0, 0);
  state->clipToRect(clip.left, clip.top, clip.right, clip.bottom);
  state->setCTM(m[0], m[1], m[2], m[3], m[4], m[5]);
}

template <class Function> Call *Recorder::add(GfxState *state, CallKind kind, Function function) {
  openString();
  match(state);
  return list.add(player, kind, std::move(function));
}

template <class Function>
void Recorder::paint(GfxState *state, const Bounds &bounds, double pixels, Function function) {
  Call *call = add(state, CallKind::paint, std::move(function));
  if (!call) return;
  call->bounds = clipOf(state).met(bounds);
  call->pixels = pixels;
}

template <class Function> bool Recorder::addInClip(GfxState *state, CallKind kind, Function function) {
  bool answer = false;
  Call *call = add(state, kind, [clip = clipOf(state), function = std::move(function), place = &answer](Player &p) mutable {
    p.state = p.state->save();
    setClip(p.state, clip);
    p.state->clearPath();
    bool result = function(p);
    p.state = p.state->restore();
    if (place) *std::exchange(place, nullptr) = result;
  });
  if (call) call->bounds = clipOf(state);
  return answer;
}

} // namespace recto

#endif
