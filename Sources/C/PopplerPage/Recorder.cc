#include "Recorder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <Dict.h>
#include <Function.h>
#include <GfxFont.h>
#include <Object.h>
#include <Stream.h>
#include <XRef.h>
#include <goo/GooString.h>

#include "Versions.h"
#include "complaints.h"
#include "glyph_ink.h"

namespace recto {

namespace {

using Matrix6 = std::array<double, 6>;

Matrix6 matrix(const double *values) {
  Matrix6 result;
  std::copy(values, values + 6, result.begin());
  return result;
}

Bounds clipOf(const GfxState *state) {
  Bounds clip;
  state->getClipBBox(&clip.left, &clip.top, &clip.right, &clip.bottom);
  return clip;
}

// A rectangle in the space of the state, on the page.
Bounds onPage(const GfxState *state, const Bounds &box) {
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

constexpr double fillReach = 2, imageReach = 4; // in pixels, of edges and of filters

// Narrows the clip of a state to a rectangle on the page.
void setClip(GfxState *state, const Bounds &clip) {
  Matrix6 m = matrix(state->getCTM());
  state->setCTM(1, 0, 0, 1, 0, 0);
  state->clipToRect(clip.left, clip.top, clip.right, clip.bottom);
  state->setCTM(m[0], m[1], m[2], m[3], m[4], m[5]);
}

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

// A picture's data, which are read again from the document when the picture is drawn again.
class PictureStream {
public:
  PictureStream(XRef *objects, const Object &reference, Stream *stream)
      : objects(objects), ref(reference.isRef() ? reference.getRef() : Ref::INVALID()), now(stream) {}

  bool isKnown() const { return ref != Ref::INVALID(); }
  // As devices are told of it.
  Object reference() const { return isKnown() ? Object(ref) : Object(); }

  // Null where the document has none any more; `holder` keeps it.
  Stream *open(Object &holder) {
    if (now) return std::exchange(now, nullptr);
    holder = objects->fetch(ref);
    return holder.isStream() ? holder.getStream() : nullptr;
  }

private:
  XRef *objects;
  Ref ref;
  Stream *now;
};

// The mask of a picture.
PictureStream maskOf(XRef *objects, Stream *picture, const char *key, Stream *mask) {
  Dict *dictionary = picture->getDict();
  return PictureStream(objects, dictionary ? dictionary->lookupNF(key).copy() : Object(objNull), mask);
}

// A picture's color map, which is made again when the picture is drawn again: Poppler's copies of those with more
// than 8 bits a sample read beyond their tables.
class PictureColors {
public:
  explicit PictureColors(GfxImageColorMap *map) : bits(map->getBits()), space(map->getColorSpace()->copy()), now(map) {
    if (const GfxColor *color = map->getMatteColor()) matte = *color;
  }

  // Null where it cannot be made; `holder` keeps it.
  GfxImageColorMap *open(Stream *picture, std::unique_ptr<GfxImageColorMap> &holder) {
    if (now) return std::exchange(now, nullptr);
    Object decode = picture->getDict()->lookup("Decode");
    if (decode.isNull()) decode = picture->getDict()->lookup("D");
    holder = std::make_unique<GfxImageColorMap>(bits, &decode, space->copy());
    if (!holder->isOk()) return nullptr;
    if (matte) holder->setMatteColor(&*matte);
    return holder.get();
  }

private:
  int bits;
  std::shared_ptr<GfxColorSpace> space;
  std::optional<GfxColor> matte;
  GfxImageColorMap *now;
};

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

// The memory of a copy of a function, about.
size_t weightOf(const Function *function) {
  size_t sum = 2 << 10;
  if (!function) return sum;
  if (isSampled(function)) {
    sum += 2 * sizeof(double) * static_cast<size_t>(static_cast<const SampledFunction *>(function)->getSampleNumber());
  } else if (isStitching(function)) {
    auto *parts = static_cast<const StitchingFunction *>(function);
    for (int i = 0; i < parts->getNumFuncs(); i++) sum += weightOf(parts->getFunc(i));
  }
  return sum;
}

// The memory of a copy of a color space, about.
size_t weightOf(GfxColorSpace *space) {
  constexpr size_t own = 2 << 10;
  if (!space) return own;
  switch (space->getMode()) {
  case csIndexed: return own + (8 << 10) + weightOf(static_cast<GfxIndexedColorSpace *>(space)->getBase());
  case csSeparation: {
    auto *separation = static_cast<GfxSeparationColorSpace *>(space);
    return own + weightOf(separation->getFunc()) + weightOf(separation->getAlt());
  }
  case csDeviceN: {
    auto *inks = static_cast<GfxDeviceNColorSpace *>(space);
    return own + weightOf(inks->getTintTransformFunc()) + weightOf(inks->getAlt());
  }
  case csICCBased: return own + weightOf(static_cast<GfxICCBasedColorSpace *>(space)->getAlt());
  case csPattern: return own + weightOf(static_cast<GfxPatternColorSpace *>(space)->getUnder());
  default: return own;
  }
}

// The memory of a copy of a shading with functions, about.
template <class Shading> size_t weightOfShading(Shading *shading) {
  size_t sum = weightOf(shading->getColorSpace());
  for (int i = 0; i < shading->getNFuncs(); i++) sum += weightOf(shading->getFunc(i));
  return sum;
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
  add(state, CallKind::state, [](Player &p) { p.device->updateBlendMode(p.state); });
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

void Recorder::stroke(GfxState *state) {
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
  PathReader path(state->getPath());
  paint(state, onPage(state, path.bounds), fillReach,
        [path = StoredPath{list.copy(path.points), path.points.size()}](Player &p) {
          path.give(p.state);
          p.device->fill(p.state);
        });
}

void Recorder::eoFill(GfxState *state) {
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

void Recorder::beginTextObject(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->beginTextObject(p.state); });
}

void Recorder::endTextObject(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->endTextObject(p.state); });
}

void Recorder::beginString(GfxState *, const GooString *codes) {
  string.reset(released(codes->copy()));
  isOpen = false;
  characters.clear();
  others.clear();
  scalars.clear();
}

void Recorder::drawChar(GfxState *, double x, double y, double dx, double dy, double originX, double originY,
                        CharCode code, int bytes, const Unicode *unicode, int length) {
  bool isUsual = dy == 0 && originX == 0 && originY == 0 && bytes == 1 && length == 1;
  characters.push_back({x, y, dx, code, isUsual ? unicode[0] : unusual});
  if (isUsual) return;
  others.push_back({dy, originX, originY, bytes, static_cast<int>(scalars.size()), length});
  scalars.insert(scalars.end(), unicode, unicode + length);
}

void Recorder::endString(GfxState *state) {
  matchText(state);
  match(state);
  list.count(string ? sizeof(GooString) + static_cast<size_t>(string->getLength()) : 0);
  std::shared_ptr<GooString> codes(isOpen ? nullptr : string.release());
  Characters drawn = {list.copy(characters), characters.size(), list.copy(others), list.copy(scalars)};
  bool isFilled = codes && state->getRender() == 0;
  recto_glyph_ink ink;
  recto_note_glyph_ink(&ink);
  Call *call = list.add(player, patterns > 0 ? CallKind::paint : CallKind::string, [codes, drawn](Player &p) {
    if (codes) p.device->beginString(p.state, codes.get());
    drawn.draw(p);
    p.device->endString(p.state);
  });
  recto_note_glyph_ink(nullptr);
  string.reset();
  if (!call) return;
  // Others than filled ones change the clip, or are drawn with lines.
  call->bounds = isFilled ? clipOf(state) : Bounds::everywhere();
  call->pixels = fillReach;
  if (isFilled && ink.is_whole)
    call->bounds = call->bounds.met(player.onPage(ink).grown(fillReach * player.pixel));
}

void Recorder::Characters::draw(Player &p) const {
  const Other *other = others;
  for (const Character *c = first; c < first + count; c++) {
    if (c->scalar != unusual) {
      p.device->drawChar(p.state, c->x, c->y, c->dx, 0, 0, 0, c->code, 1, &c->scalar, 1);
    } else {
      p.device->drawChar(p.state, c->x, c->y, c->dx, other->dy, other->originX, other->originY, c->code, other->bytes,
                         scalars + other->first, other->count);
      other++;
    }
  }
}

void Recorder::incCharCount(int count) {
  if (patterns > 0) return;
  set(CallKind::mark, [count](Player &p) { p.device->incCharCount(count); });
}

void Recorder::beginActualText(GfxState *state, const GooString *text) {
  if (patterns > 0) return;
  matchText(state);
  add(state, CallKind::mark, [text = std::shared_ptr<GooString>(text->copy())](Player &p) {
    p.device->beginActualText(p.state, text.get());
  });
}

void Recorder::endActualText(GfxState *state) {
  if (patterns > 0) return;
  matchText(state);
  add(state, CallKind::mark, [](Player &p) { p.device->endActualText(p.state); });
}

// Readers ask for the identifier alone.
void Recorder::beginMarkedContent(const char *name, Dict *properties) {
  if (patterns > 0) return;
  auto kept = std::make_shared<Object>();
  if (properties) {
    *kept = Object(new Dict(objects));
    Object id = properties->lookup("MCID");
    if (id.isInt()) kept->dictAdd("MCID", std::move(id));
  }
  list.count(2 * sizeof(Dict));
  set(CallKind::mark, [name = std::string(name), kept](Player &p) {
    p.device->beginMarkedContent(name.c_str(), kept->isDict() ? kept->getDict() : nullptr);
  });
}

void Recorder::endMarkedContent(GfxState *state) {
  if (patterns > 0) return;
  add(state, CallKind::mark, [](Player &p) { p.device->endMarkedContent(p.state); });
}

void Recorder::drawImageMask(GfxState *state, Object *reference, Stream *stream, int width, int height, bool invert,
                             bool interpolate, bool isInline) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  if (!data.isKnown() || isInline) list.makeUndrawable();
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=](Player &p) mutable {
    Object holder, self(data.reference());
    if (Stream *now = data.open(holder))
      p.device->drawImageMask(p.state, &self, now, width, height, invert, interpolate, isInline);
  });
}

void Recorder::drawImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                         GfxImageColorMap *colors, bool interpolate, const int *mask, bool isInline) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  if (!data.isKnown() || isInline) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()));
  matchFill(state);
  std::vector<int> ranges;
  if (mask) ranges.assign(mask, mask + 2 * colors->getNumPixelComps());
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=, map = PictureColors(colors)](Player &p) mutable {
    Object holder, self(data.reference());
    std::unique_ptr<GfxImageColorMap> mapHolder;
    Stream *now = data.open(holder);
    GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
    if (mapNow)
      p.device->drawImage(p.state, &self, now, width, height, mapNow, interpolate,
                          ranges.empty() ? nullptr : ranges.data(), isInline);
  });
}

void Recorder::drawMaskedImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                               GfxImageColorMap *colors, bool interpolate, Stream *maskStream, int maskWidth,
                               int maskHeight, bool maskInvert, bool maskInterpolate) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  PictureStream mask = maskOf(objects, stream, "Mask", maskStream);
  if (!data.isKnown() || !mask.isKnown()) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()));
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach, [=, map = PictureColors(colors)](Player &p) mutable {
    Object holder, maskHolder, self(data.reference());
    std::unique_ptr<GfxImageColorMap> mapHolder;
    Stream *now = data.open(holder), *maskNow = mask.open(maskHolder);
    GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
    if (mapNow && maskNow)
      p.device->drawMaskedImage(p.state, &self, now, width, height, mapNow, interpolate, maskNow, maskWidth, maskHeight,
                                maskInvert, maskInterpolate);
  });
}

void Recorder::drawSoftMaskedImage(GfxState *state, Object *reference, Stream *stream, int width, int height,
                                   GfxImageColorMap *colors, bool interpolate, Stream *maskStream, int maskWidth,
                                   int maskHeight, GfxImageColorMap *maskColors, bool maskInterpolate) {
  PictureStream data(objects, reference ? reference->copy() : Object(), stream);
  PictureStream mask = maskOf(objects, stream, "SMask", maskStream);
  if (!data.isKnown() || !mask.isKnown()) list.makeUndrawable();
  list.count(weightOf(colors->getColorSpace()) + weightOf(maskColors->getColorSpace()));
  matchFill(state);
  paint(state, onPage(state, {0, 0, 1, 1}), imageReach,
        [=, map = PictureColors(colors), maskMap = PictureColors(maskColors)](Player &p) mutable {
          Object holder, maskHolder, self(data.reference());
          std::unique_ptr<GfxImageColorMap> mapHolder, maskMapHolder;
          Stream *now = data.open(holder), *maskNow = mask.open(maskHolder);
          GfxImageColorMap *mapNow = now ? map.open(now, mapHolder) : nullptr;
          GfxImageColorMap *maskMapNow = maskNow ? maskMap.open(maskNow, maskMapHolder) : nullptr;
          if (mapNow && maskMapNow)
            p.device->drawSoftMaskedImage(p.state, &self, now, width, height, mapNow, interpolate, maskNow, maskWidth,
                                          maskHeight, maskMapNow, maskInterpolate);
        });
}

// Rare, and the only calls that keep a matrix of the caller's between them.
void Recorder::setSoftMaskFromImageMask(GfxState *state, Object *reference, Stream *stream, int width, int height,
                                        bool invert, bool isInline, double *base) {
  list.makeUndrawable();
  matchFill(state);
  add(state, CallKind::state, [=](Player &p) {
    p.device->setSoftMaskFromImageMask(p.state, reference, stream, width, height, invert, isInline, base);
  });
}

void Recorder::unsetSoftMaskFromImageMask(GfxState *state, double *base) {
  add(state, CallKind::state, [=](Player &p) { p.device->unsetSoftMaskFromImageMask(p.state, base); });
}

void Recorder::beginTransparencyGroup(GfxState *state, const double *box, GfxColorSpace *space, bool isolated,
                                      bool knockout, bool forSoftMask) {
  list.count(weightOf(space));
  std::shared_ptr<GfxColorSpace> copy(space ? space->copy() : nullptr);
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::group, [=](Player &p) {
    p.device->beginTransparencyGroup(p.state, bounds.data(), copy.get(), isolated, knockout, forSoftMask);
  });
}

void Recorder::endTransparencyGroup(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->endTransparencyGroup(p.state); });
}

void Recorder::paintTransparencyGroup(GfxState *state, const double *box) {
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::painted, [=](Player &p) { p.device->paintTransparencyGroup(p.state, bounds.data()); });
}

void Recorder::setSoftMask(GfxState *state, const double *box, bool alpha, Function *transfer, GfxColor *backdrop) {
  list.count(weightOf(transfer));
  std::shared_ptr<Function> copy(transfer ? transfer->copy() : nullptr);
  std::array<double, 4> bounds;
  std::copy(box, box + 4, bounds.begin());
  add(state, CallKind::painted, [=, color = *backdrop](Player &p) mutable {
    p.device->setSoftMask(p.state, bounds.data(), alpha, copy.get(), &color);
  });
}

void Recorder::clearSoftMask(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->clearSoftMask(p.state); });
}

} // namespace recto
