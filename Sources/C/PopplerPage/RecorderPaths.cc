// Fills, strokes and clips: paths, patterns and shadings.

#include "RecorderCalls.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <Dict.h>
#include <Object.h>

#include "Versions.h"
#include "complaints.h"
#include "weights.h"

namespace recto {

namespace {

// A path as Poppler has it, whose points say what they are.
struct PathPoint {
  enum Kind : int32_t { start, line, curve };
  double x, y;
  Kind kind;
  int32_t closes;
};

struct StoredPath {
  const PathPoint *points;
  size_t count;

  void give(GfxState *state) const {
    state->clearPath();
    for (size_t i = 0; i < count; i++) {
      const PathPoint &point = points[i];
      if (point.kind == PathPoint::start) {
        state->moveTo(point.x, point.y);
      } else if (point.kind == PathPoint::line) {
        state->lineTo(point.x, point.y);
      } else {
        state->curveTo(point.x, point.y, points[i + 1].x, points[i + 1].y, points[i + 2].x, points[i + 2].y);
        i += 2;
      }
      if (points[i].closes) state->closePath();
    }
  }
};

class PathReader {
public:
  explicit PathReader(const GfxPath *path) {
    for (int i = 0; i < path->getNumSubpaths(); i++) {
      const GfxSubpath *part = path->getSubpath(i);
      int count = part->getNumPoints();
      for (int j = 0; j < count; j++) {
        PathPoint::Kind kind = j == 0 ? PathPoint::start : part->getCurve(j) ? PathPoint::curve : PathPoint::line;
        add(part, j, kind);
        if (kind != PathPoint::curve) continue;
        for (int last = std::min(j + 2, count - 1); j < last;) add(part, ++j, kind);
      }
      if (count > 0 && part->isClosed()) points.back().closes = true;
    }
  }

  std::vector<PathPoint> points;
  Bounds bounds; // of the points

private:
  void add(const GfxSubpath *part, int index, PathPoint::Kind kind) {
    points.push_back({part->getX(index), part->getY(index), kind, false});
    bounds.include(part->getX(index), part->getY(index));
  }
};

} // namespace

void Recorder::stroke(GfxState *state) {
  addStrokedRules(state, list.rules);
  PathReader path(state->getPath());
  const double *m = state->getCTM();
  // How far a corner, or a square end, reaches: in widths, and in pixels where a line is made one pixel wide.
  double reach = std::max(state->getLineJoin() == 0 ? state->getMiterLimit() : 1, 1.5) / 2;
  double scale = std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]);
  Bounds bounds = onPage(state, path.bounds).grown(reach * std::fabs(state->getLineWidth()) * scale);
  paint(state, bounds, reach + fillReach, [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
    path.give(p.state);
    p.device->stroke(p.state);
  });
}

void Recorder::fill(GfxState *state) {
  addFilledRules(state, list.rules);
  PathReader path(state->getPath());
  paint(state, onPage(state, path.bounds), fillReach,
        [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
          path.give(p.state);
          p.device->fill(p.state);
        });
}

void Recorder::eoFill(GfxState *state) {
  addFilledRules(state, list.rules);
  PathReader path(state->getPath());
  paint(state, onPage(state, path.bounds), fillReach,
        [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
          path.give(p.state);
          p.device->eoFill(p.state);
        });
}

void Recorder::clip(GfxState *state) {
  PathReader path(state->getPath());
  add(state, CallKind::state, [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
    path.give(p.state);
    p.device->clip(p.state);
  });
}

void Recorder::eoClip(GfxState *state) {
  PathReader path(state->getPath());
  add(state, CallKind::state, [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
    path.give(p.state);
    p.device->eoClip(p.state);
  });
}

// The device then strokes whatever is filled, and the state's clip is not as wide as its lines.
void Recorder::clipToStrokePath(GfxState *state) {
  list.makeUndrawable();
  PathReader path(state->getPath());
  add(state, CallKind::state, [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
    path.give(p.state);
    p.device->clipToStrokePath(p.state);
  });
}

// Where the device refuses a pattern, Poppler draws its cells. It does so at any scale, unless the picture of a
// cell is too large. A cell with patterns or forms may contain itself, which Poppler no longer knows when the
// list is played.
bool Recorder::tilingPatternFill(GfxState *state, Gfx *gfx, Catalog *catalog, GfxTilingPattern *pattern,
                                 const double *m, int x0, int y0, int x1, int y1, double xStep, double yStep) {
  const double *box = pattern->getBBox(), *ctm = state->getCTM();
  double side = std::max(std::fabs(box[2] - box[0]), std::fabs(box[3] - box[1]));
  double cell = side * std::hypot(std::hypot(ctm[0], ctm[1]), std::hypot(ctm[2], ctm[3])) *
                std::hypot(std::hypot(m[0], m[1]), std::hypot(m[2], m[3]));
  unsigned complaints = complaintCount();
  std::shared_ptr<GfxPattern> copy(pattern->copy());
  list.count(sizeof(GfxTilingPattern));
  bool isDrawn = addInClip(state, CallKind::paint, [=, matrix = matrix(m), now = gfx](Player &p) mutable {
    auto *own = static_cast<GfxTilingPattern *>(copy.get());
    return p.device->tilingPatternFill(p.state, std::exchange(now, nullptr), catalog, own, matrix.data(), x0, y0, x1, y1,
                                       xStep, yStep);
  });
  Dict *resources = pattern->getResDict();
  bool mayNest = resources && (!resources->lookup("Pattern").isNull() || !resources->lookup("XObject").isNull());
  if (mayNest || complaintCount() != complaints || !list.canDrawCell(cell, player)) list.makeUndrawable();
  list.noteCell(cell);
  return isDrawn;
}

namespace {

// No list keeps that: the functions of a mesh cannot be measured.
constexpr size_t unknownBytes = size_t(1) << 40;

// A copy of a shading for a call to keep.
template <class Shading> std::shared_ptr<Shading> copyOf(Shading *shading) {
  return std::shared_ptr<Shading>(static_cast<Shading *>(released(shading->copy())));
}

} // namespace

bool Recorder::functionShadedFill(GfxState *state, GfxFunctionShading *shading) {
  list.count(weightOfShading(shading));
  return addInClip(state, CallKind::paint,
                   [copy = copyOf(shading)](Player &p) { return p.device->functionShadedFill(p.state, copy.get()); });
}

bool Recorder::axialShadedFill(GfxState *state, GfxAxialShading *shading, double from, double to) {
  list.count(weightOfShading(shading));
  return addInClip(state, CallKind::state, [copy = copyOf(shading), from, to](Player &p) {
    return p.device->axialShadedFill(p.state, copy.get(), from, to);
  });
}

bool Recorder::radialShadedFill(GfxState *state, GfxRadialShading *shading, double from, double to) {
  list.count(weightOfShading(shading));
  return addInClip(state, CallKind::state, [copy = copyOf(shading), from, to](Player &p) {
    return p.device->radialShadedFill(p.state, copy.get(), from, to);
  });
}

bool Recorder::gouraudTriangleShadedFill(GfxState *state, GfxGouraudTriangleShading *shading) {
  list.count(shading->isParameterized() ? unknownBytes : weightOf(shading->getColorSpace()));
  list.count(static_cast<size_t>(shading->getNTriangles()) * 3 * (sizeof(GfxColor) + 4 * sizeof(double)));
  return addInClip(state, CallKind::paint, [copy = copyOf(shading)](Player &p) {
    return p.device->gouraudTriangleShadedFill(p.state, copy.get());
  });
}

bool Recorder::patchMeshShadedFill(GfxState *state, GfxPatchMeshShading *shading) {
  list.count(shading->isParameterized() ? unknownBytes : weightOf(shading->getColorSpace()));
  list.count(static_cast<size_t>(shading->getNPatches()) * sizeof(GfxPatch));
  return addInClip(state, CallKind::paint,
                   [copy = copyOf(shading)](Player &p) { return p.device->patchMeshShadedFill(p.state, copy.get()); });
}

} // namespace recto
