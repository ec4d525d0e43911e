// Interposes Poppler's function for radial shadings (ISO 32000-2, 8.7.4.5.4), to draw those that go on beyond
// their smaller circle only.
//
// Those are the balls and glows of LaTeX, among others. Poppler 22.12 gives Cairo one path with hundreds
// of rings for each, of tens of thousands of points, and then the color gradient through it, which cuts
// them out of the page in steps. Here the path is the larger circle, and the gradient reaches from
// where the circles shrink to a point to beyond the path, whose edge is therefore smooth.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>

#include <Gfx.h>
#include <GfxState.h>
#include <OutputDev.h>

namespace {

constexpr int steps = 256;           // of the gradient
constexpr double leastGrowth = 0.01; // of the larger radius; circles of nearly one size never meet

struct Circle {
  double x, y, radius;
};

struct Circles {
  Circle first, second;

  explicit Circles(const GfxRadialShading &shading) {
    shading.getCoords(&first.x, &first.y, &first.radius, &second.x, &second.y, &second.radius);
  }

  bool shrinks() const { return first.radius > second.radius; }
  const Circle &larger() const { return shrinks() ? first : second; }

  // The change of the radius from the first circle, at 0, to the second, at 1.
  double growth() const { return second.radius - first.radius; }

  // True if one circle is inside the other, and smaller.
  bool isNested() const {
    double distance = std::hypot(second.x - first.x, second.y - first.y);
    double least = std::max(distance, leastGrowth * larger().radius);
    return std::fabs(growth()) > least && std::isfinite(2 * larger().radius / growth());
  }

  // The place of the circle with a radius on the line through both.
  double place(double radius) const { return (radius - first.radius) / growth(); }
};

// Appends a circle to the path, of four curves.
void append(GfxState *state, const Circle &circle) {
  double x = circle.x, y = circle.y, r = circle.radius, c = r * 0.5522847498;
  state->moveTo(x + r, y);
  state->curveTo(x + r, y + c, x + c, y + r, x, y + r);
  state->curveTo(x - c, y + r, x - r, y + c, x - r, y);
  state->curveTo(x - r, y - c, x - c, y - r, x, y - r);
  state->curveTo(x + c, y - r, x + r, y - c, x + r, y);
  state->closePath();
}

} // namespace

void Gfx::doRadialShFill(GfxRadialShading *shading) {
  using Original = void (*)(Gfx *, GfxRadialShading *);
  static const auto original = reinterpret_cast<Original>(dlsym(RTLD_NEXT, "_ZN3Gfx14doRadialShFillEP16GfxRadialShading"));
  const Circles circles(*shading);
  bool reachesPoint = circles.shrinks() ? shading->getExtend1() : shading->getExtend0();
  bool reachesOut = circles.shrinks() ? shading->getExtend0() : shading->getExtend1();
  if (!circles.isNested() || !reachesPoint || reachesOut || !out->useShadedFills(shading->getType()) ||
      !out->useFillColorStop())
    return original(this, shading);

  double point = circles.place(0), beyond = circles.place(2 * circles.larger().radius);
  double begin = std::min(point, beyond), length = std::max(point, beyond) - begin;
  if (out->radialShadedFill(state, shading, begin, begin + length)) return;
  double t0 = shading->getDomain0(), t1 = shading->getDomain1();
  auto addStop = [&](double place, double t) {
    GfxColor color = {};
    shading->getColor(t, &color);
    state->setFillColor(&color);
    out->updateFillColorStop(state, (place - begin) / length);
  };
  addStop(begin, t0);
  for (int step = 0; step <= steps; step++) {
    double place = static_cast<double>(step) / steps;
    addStop(place, t0 + (t1 - t0) * place);
  }
  addStop(begin + length, t1);
  append(state, circles.larger());
  out->fill(state);
  state->clearPath();
}
