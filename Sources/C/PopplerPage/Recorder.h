// The device that records a page as a display list while Poppler walks the page. Its calls are passed on to
// the device that draws.

#ifndef RECORDER_H
#define RECORDER_H

#include <memory>
#include <optional>
#include <vector>

#include <GfxState.h>
#include <OutputDev.h>

#include "DisplayList.h"

namespace recto {

class Recorder final : public OutputDev {
public:
  Recorder(DisplayList &list, Player &player) : device(*player.device), list(list), player(player) {}

  // Called before each annotation; they are drawn after the page's content.
  static bool beginAnnotation(Annot *, void *recorder) {
    static_cast<Recorder *>(recorder)->list.beginAnnotations();
    return true;
  }

  bool upsideDown() override { return device.upsideDown(); }
  bool useDrawChar() override { return device.useDrawChar(); }
  bool useTilingPatternFill() override { return device.useTilingPatternFill(); }
  bool useShadedFills(int type) override { return device.useShadedFills(type); }
  bool useFillColorStop() override { return device.useFillColorStop(); }
  bool useDrawForm() override { return device.useDrawForm(); }
  bool interpretType3Chars() override { return device.interpretType3Chars(); }
  bool needNonText() override { return device.needNonText(); }
  bool needCharCount() override { return true; } // as the device that reads
  bool needClipToCropBox() override { return device.needClipToCropBox(); }

  void startPage(int number, GfxState *, XRef *) override;
  void endPage() override;
  void setDefaultCTM(const double *) override;

  void saveState(GfxState *) override;
  void restoreState(GfxState *) override;
  void updateAll(GfxState *) override;
  void updateCTM(GfxState *, double, double, double, double, double, double) override;
  void updateLineDash(GfxState *) override;
  void updateLineJoin(GfxState *) override;
  void updateLineCap(GfxState *) override;
  void updateMiterLimit(GfxState *) override;
  void updateLineWidth(GfxState *) override;
  void updateFillColorSpace(GfxState *) override;
  void updateStrokeColorSpace(GfxState *) override;
  void updateFillColor(GfxState *) override;
  void updateStrokeColor(GfxState *) override;
  void updateBlendMode(GfxState *) override;
  void updateFillOpacity(GfxState *) override;
  void updateStrokeOpacity(GfxState *) override;
  void updatePatternOpacity(GfxState *) override { patterns++; }
  void clearPatternOpacity(GfxState *) override { patterns--; }
  void updateFillColorStop(GfxState *, double offset) override;
  void updateFont(GfxState *) override;

  void stroke(GfxState *) override;
  void fill(GfxState *) override;
  void eoFill(GfxState *) override;
  bool tilingPatternFill(GfxState *, Gfx *, Catalog *, GfxTilingPattern *, const double *, int, int, int, int, double,
                         double) override;
  bool functionShadedFill(GfxState *, GfxFunctionShading *) override;
  bool axialShadedFill(GfxState *, GfxAxialShading *, double, double) override;
  bool axialShadedSupportExtend(GfxState *state, GfxAxialShading *shading) override {
    return device.axialShadedSupportExtend(state, shading);
  }
  bool radialShadedFill(GfxState *, GfxRadialShading *, double, double) override;
  bool radialShadedSupportExtend(GfxState *state, GfxRadialShading *shading) override {
    return device.radialShadedSupportExtend(state, shading);
  }
  bool gouraudTriangleShadedFill(GfxState *, GfxGouraudTriangleShading *) override;
  bool patchMeshShadedFill(GfxState *, GfxPatchMeshShading *) override;
  void clip(GfxState *) override;
  void eoClip(GfxState *) override;
  void clipToStrokePath(GfxState *) override;

  void beginTextObject(GfxState *) override;
  void endTextObject(GfxState *) override;
  void beginString(GfxState *, const GooString *) override;
  void endString(GfxState *) override;
  void drawChar(GfxState *, double, double, double, double, double, double, CharCode, int, const Unicode *, int) override;
  void incCharCount(int) override;
  bool beginType3Char(GfxState *, double, double, double, double, CharCode, const Unicode *, int) override {
    list.makeUnreadable(); // the glyph comes as the drawing that it is
    return false;
  }
  void beginActualText(GfxState *, const GooString *) override;
  void endActualText(GfxState *) override;
  void beginMarkedContent(const char *, Dict *) override;
  void endMarkedContent(GfxState *) override;

  void drawImageMask(GfxState *, Object *, Stream *, int, int, bool, bool, bool) override;
  void setSoftMaskFromImageMask(GfxState *, Object *, Stream *, int, int, bool, bool, double *) override;
  void unsetSoftMaskFromImageMask(GfxState *, double *) override;
  void drawImage(GfxState *, Object *, Stream *, int, int, GfxImageColorMap *, bool, const int *, bool) override;
  void drawMaskedImage(GfxState *, Object *, Stream *, int, int, GfxImageColorMap *, bool, Stream *, int, int, bool,
                       bool) override;
  void drawSoftMaskedImage(GfxState *, Object *, Stream *, int, int, GfxImageColorMap *, bool, Stream *, int, int,
                           GfxImageColorMap *, bool) override;

  bool checkTransparencyGroup(GfxState *state, bool knockout) override {
    return device.checkTransparencyGroup(state, knockout);
  }
  void beginTransparencyGroup(GfxState *, const double *, GfxColorSpace *, bool, bool, bool) override;
  void endTransparencyGroup(GfxState *) override;
  void paintTransparencyGroup(GfxState *, const double *) override;
  void setSoftMask(GfxState *, const double *, bool, Function *, GfxColor *) override;
  void clearSoftMask(GfxState *) override;

private:
  // A character of a string; if its scalar is `unusual`, the rest of it is the next of `others`.
  struct Character {
    double x, y, dx;
    CharCode code;
    Unicode scalar;
  };
  struct Other {
    double dy, originX, originY;
    int bytes, first, count; // of the string's scalars
  };
  struct Characters {
    const Character *first;
    size_t count;
    const Other *others;
    const Unicode *scalars;

    void draw(Player &) const;
  };
  static constexpr Unicode unusual = ~Unicode(0);

  // Adds a call, after those that give the player's state what it needs of Poppler's.
  template <class Function> Call *add(GfxState *, CallKind, Function);
  // Adds a call that changes only pixels within the bounds, or up to `pixels` beyond them.
  template <class Function> void paint(GfxState *, const Bounds &, double pixels, Function);
  // Adds one of a device's functions that needs to know the clip.
  template <class Function> bool addInClip(GfxState *, CallKind, Function);
  template <class Function> void set(CallKind kind, Function function) {
    list.add(player, kind, std::move(function));
  }
  void match(GfxState *);
  void matchText(GfxState *);
  void matchFill(GfxState *);
  void matchStroke(GfxState *);
  void openString();

  OutputDev &device;
  DisplayList &list;
  Player &player;
  XRef *objects = nullptr;
  int patterns = 0; // whose cells Poppler draws one by one, and whose text is not read
  // The string that is drawn; it is open once the device was told of its beginning.
  std::unique_ptr<GooString> string;
  bool isOpen = false;
  std::vector<Character> characters;
  std::vector<Other> others;
  std::vector<Unicode> scalars;
};

} // namespace recto

#endif
