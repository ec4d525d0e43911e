// Interposes Poppler's function for radial shadings (ISO 32000-2, 8.7.4.5.4), to draw all of them as gradients.
//
// Cairo's gradients between two circles are those of the standard, but go on beyond both circles or none. Poppler draws
// the others as rings, in a path of up to 50,000 points that cuts the gradient out of the page in steps, and draws
// circles of which neither is inside the other in wrong places. Here a gradient that goes on beyond one circle begins
// farther out. The edges of nested circles are a clip, and so are smooth.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>

#include <Gfx.h>
#include <GfxState.h>
#include <OutputDev.h>

namespace {

constexpr int steps = 256;           // of the gradient
constexpr double leastGrowth = 0.01; // of the larger radius; circles of nearly one size never meet
constexpr double leastRate = 0.001;  // at which circles leave what is seen, as a share of their movement

struct Circle {
  double x, y, radius;

  bool operator==(const Circle &other) const { return x == other.x && y == other.y && radius == other.radius; }

  // The largest distance from its center to a point of a rectangle, and its radius.
  double reach(const double *box) const {
    double across = std::max(std::fabs(box[0] - x), std::fabs(box[2] - x));
    double up = std::max(std::fabs(box[1] - y), std::fabs(box[3] - y));
    return std::hypot(across, up) + radius;
  }
};

// The circles at 0 and at 1, between which the others lie on a line.
struct Circles {
  Circle first, second;

  explicit Circles(const GfxRadialShading &shading) {
    shading.getCoords(&first.x, &first.y, &first.radius, &second.x, &second.y, &second.radius);
  }

  bool shrinks() const { return first.radius > second.radius; }
  const Circle &larger() const { return shrinks() ? first : second; }
  const Circle &smaller() const { return shrinks() ? second : first; }
  double distance() const { return std::hypot(second.x - first.x, second.y - first.y); }

  // The change of the radius from the first circle to the second.
  double growth() const { return second.radius - first.radius; }

  // True if one circle is inside the other, and smaller.
  bool areNested() const {
    double least = std::max(distance(), leastGrowth * larger().radius);
    return std::fabs(growth()) > least && std::isfinite(2 * larger().radius / growth());
  }

  // The place of the circle with a radius.
  double place(double radius) const { return (radius - first.radius) / growth(); }

  // How far the circles beyond one of them are needed to cover a rectangle: until they shrink to a point, or lie
  // beyond the rectangle.
  double extent(bool isBeyondSecond, const double *box) const {
    const Circle &circle = isBeyondSecond ? second : first;
    double change = isBeyondSecond ? growth() : -growth();
    double movement = std::max(distance(), std::fabs(growth()));
    double rate = std::max(std::fabs(distance() - std::fabs(growth())), leastRate * movement);
    double beyond = circle.reach(box) / rate;
    return change < 0 ? std::min(beyond, -circle.radius / change) : beyond;
  }
};

// Appends a rectangle to the path.
void appendRectangle(GfxState *state, const double *box) {
  state->moveTo(box[0], box[1]);
  state->lineTo(box[2], box[1]);
  state->lineTo(box[2], box[3]);
  state->lineTo(box[0], box[3]);
  state->closePath();
}

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
  if (!out->useShadedFills(shading->getType()) || !out->useFillColorStop()) {
    using Original = void (*)(Gfx *, GfxRadialShading *);
    static const auto original =
        reinterpret_cast<Original>(dlsym(RTLD_NEXT, "_ZN3Gfx14doRadialShFillEP16GfxRadialShading"));
    return original(this, shading);
  }
  const Circles circles(*shading);
  if (circles.first == circles.second) return;
  double box[4];
  state->getUserClipBBox(&box[0], &box[1], &box[2], &box[3]);
  bool isExtended[] = {shading->getExtend0(), shading->getExtend1()};
  double begin = 0, end = 1;
  saveState();
  if (!isExtended[0] || !isExtended[1]) {
    if (isExtended[0]) begin = -circles.extent(false, box);
    if (isExtended[1]) end = 1 + circles.extent(true, box);
    if (circles.areNested()) {
      // The gradient goes beyond the edges of the clip.
      bool goesIn = isExtended[circles.shrinks()], goesOut = isExtended[!circles.shrinks()];
      double point = circles.place(0), beyond = circles.place(2 * circles.larger().radius);
      begin = std::min({begin, point, beyond});
      end = std::max({end, point, beyond});
      state->clearPath();
      if (goesOut) appendRectangle(state, box);
      else append(state, circles.larger());
      if (!goesIn && circles.smaller().radius > 0) append(state, circles.smaller());
      state->clip();
      out->eoClip(state);
    }
  }

  if (!out->radialShadedFill(state, shading, begin, end)) {
    double t0 = shading->getDomain0(), t1 = shading->getDomain1(), length = end - begin;
    auto addStop = [&](double place, double t) {
      GfxColor color = {};
      shading->getColor(t, &color);
      state->setFillColor(&color);
      out->updateFillColorStop(state, (place - begin) / length);
    };
    if (begin < 0) addStop(begin, t0);
    for (int step = 0; step <= steps; step++) {
      double place = static_cast<double>(step) / steps;
      addStop(place, t0 + (t1 - t0) * place);
    }
    if (end > 1) addStop(end, t1);
    state->clearPath();
    appendRectangle(state, box);
    out->fill(state);
  }
  state->clearPath();
  restoreState();
}
