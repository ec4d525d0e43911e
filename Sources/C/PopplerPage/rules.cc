#include "rules.h"

#include <algorithm>
#include <cmath>

#include "RecorderCalls.h"

namespace recto {

namespace {

constexpr size_t mostRules = 20000;   // a page with more is a drawing
constexpr int mostPoints = 64;        // of a part of a path
constexpr double thickest = 3.5;      // points, of a line
constexpr double shortest = 3;        // points
constexpr double steepest = 1;        // points that a line may be off its axis
constexpr double wholePage = 0.9;     // of the page: a larger rectangle is its background

class RuleCollector {
public:
  RuleCollector(GfxState *state, Rules &rules) : state(state), rules(rules), clip(clipOf(state)) {}

  void addStroke() {
    const double *m = state->getCTM();
    double scale = std::sqrt(std::fabs(m[0] * m[3] - m[1] * m[2]));
    if (!(state->getLineWidth() * scale <= thickest)) return;
    forEachPart([this](const std::vector<Bounds> &points) {
      for (size_t i = 1; i < points.size(); i++) {
        Bounds line = points[i - 1];
        line.include(points[i]);
        add(line);
      }
    });
  }

  void addFill() {
    forEachPart([this](const std::vector<Bounds> &points) {
      Bounds box;
      for (const Bounds &point : points) box.include(point);
      if (points.size() < 4 || points.size() > 5 || !std::all_of(points.begin(), points.end(), [&](const Bounds &point) {
            return isCorner(point, box);
          }))
        return;
      if (!isVisible()) return;
      double width = box.right - box.left, height = box.bottom - box.top;
      if (height <= thickest && width > height) return addHorizontal(box, (box.top + box.bottom) / 2);
      if (width <= thickest && height > width) return addVertical(box, (box.left + box.right) / 2);
      if (width > wholePage * state->getPageWidth() && height > wholePage * state->getPageHeight()) return;
      addHorizontal(box, box.top);
      addHorizontal(box, box.bottom);
      addVertical(box, box.left);
      addVertical(box, box.right);
    });
  }

private:
  // Calls with the points of each part of the path that has no curves, on the page.
  template <class Function> void forEachPart(Function function) {
    const GfxPath *path = state->getPath();
    for (int i = 0; i < path->getNumSubpaths() && rules.size() < mostRules; i++) {
      const GfxSubpath *part = path->getSubpath(i);
      int count = part->getNumPoints();
      if (count < 2 || count > mostPoints) continue;
      std::vector<Bounds> points;
      bool isStraight = true;
      for (int j = 0; j < count; j++) {
        isStraight = isStraight && !part->getCurve(j);
        Bounds point = onPage(state, {part->getX(j), part->getY(j), part->getX(j), part->getY(j)});
        if (!std::isfinite(point.left)) isStraight = false;
        points.push_back(point);
      }
      if (isStraight) function(points);
    }
  }

  bool isVisible() const {
    GfxRGB color;
    state->getFillRGB(&color);
    bool isWhite = std::min({colToDbl(color.r), colToDbl(color.g), colToDbl(color.b)}) > 0.99;
    return !isWhite && state->getFillOpacity() > 0;
  }

  static bool isCorner(const Bounds &point, const Bounds &box) {
    bool isAtSide = std::min(point.left - box.left, box.right - point.left) <= 0.1;
    bool isAtEnd = std::min(point.top - box.top, box.bottom - point.top) <= 0.1;
    return isAtSide && isAtEnd;
  }

  void add(const Bounds &line) {
    double width = line.right - line.left, height = line.bottom - line.top;
    if (height <= steepest && width >= shortest) addHorizontal(line, (line.top + line.bottom) / 2);
    else if (width <= steepest && height >= shortest) addVertical(line, (line.left + line.right) / 2);
  }

  void addHorizontal(const Bounds &box, double y) {
    double left = std::max(box.left, clip.left), right = std::min(box.right, clip.right);
    if (y < clip.top - steepest || y > clip.bottom + steepest || right - left < shortest) return;
    append({left, y, right, y});
  }

  void addVertical(const Bounds &box, double x) {
    double top = std::max(box.top, clip.top), bottom = std::min(box.bottom, clip.bottom);
    if (x < clip.left - steepest || x > clip.right + steepest || bottom - top < shortest) return;
    append({x, top, x, bottom});
  }

  void append(const recto_box &rule) {
    if (rules.size() < mostRules) rules.push_back(rule);
  }

  GfxState *state;
  Rules &rules;
  Bounds clip;
};

} // namespace

void addStrokedRules(GfxState *state, Rules &rules) { RuleCollector(state, rules).addStroke(); }

void addFilledRules(GfxState *state, Rules &rules) { RuleCollector(state, rules).addFill(); }

} // namespace recto
