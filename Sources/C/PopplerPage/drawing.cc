// Interposes Poppler's function that walks a page, to draw pages through display lists that are kept.

#include "drawing.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <Page.h>
#include <cairo.h>
#include <poppler.h>

#include "DisplayList.h"
#include "GlibObjects.h"
#include "Recorder.h"
#include "groups.h"
#include "hidden_text.h"

// The lists of pages, the most recently used at the end. A list is made for a page that is drawn in parts or
// again. Once the text of a page was requested after the page was drawn, a list is made for every page.
struct recto_drawings {
  struct Kept {
    int page;
    bool isUsed;
    std::unique_ptr<recto::DisplayList> list;
  };

  explicit recto_drawings(size_t mostBytes) : mostBytes(mostBytes) {}

  // Null for a page that has none.
  recto::DisplayList *find(int page) {
    auto found = std::find_if(kept.begin(), kept.end(), [page](const Kept &one) { return one.page == page; });
    if (found == kept.end()) return nullptr;
    std::rotate(found, found + 1, kept.end());
    kept.back().isUsed = true;
    return kept.back().list.get();
  }

  void keep(int page, std::unique_ptr<recto::DisplayList> list) {
    kept.push_back({page, false, std::move(list)});
    while (bytes() > mostBytes || kept.size() > mostPages) {
      // A list that was never used was not worth recording.
      if (!kept.front().isUsed) isRead = false;
      kept.erase(kept.begin());
    }
  }

  size_t bytes() const {
    size_t sum = 0;
    for (const Kept &one : kept) sum += one.list->bytes();
    return sum;
  }

  // Notes that a page is drawn; true if it was drawn recently.
  bool noteDrawing(int page) {
    bool isKnown = isDrawn(page);
    if (!isKnown) {
      drawn.push_back(page);
      if (drawn.size() > mostDrawn) drawn.erase(drawn.begin());
    }
    return isKnown;
  }

  bool isDrawn(int page) const { return std::find(drawn.begin(), drawn.end(), page) != drawn.end(); }

  // A reader turns few pages forward and back.
  static constexpr size_t mostPages = 16, mostDrawn = 16;
  std::vector<Kept> kept;
  std::vector<int> drawn; // recently drawn pages
  size_t mostBytes;
  bool isRead = false; // the text of pages is asked for after they were drawn
};

namespace {

// A page that is about to be walked by this thread.
struct Walk {
  recto_drawings *drawings;
  int page;
  cairo_t *context;
};

thread_local Walk *next = nullptr;

// Sets a player's visible region and scale to those of a context.
void aim(recto::Player &player, cairo_t *context) {
  cairo_clip_extents(context, &player.seen.left, &player.seen.top, &player.seen.right, &player.seen.bottom);
  cairo_matrix_t matrix;
  cairo_get_matrix(context, &matrix);
  if (cairo_matrix_invert(&matrix) != CAIRO_STATUS_SUCCESS) return;
  player.fromDevice = {matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0};
  player.pixel = std::fmax(std::hypot(matrix.xx, matrix.yx), std::hypot(matrix.xy, matrix.yy));
}

using DisplaySlice = void (*)(Page *, OutputDev *, double, double, int, bool, bool, int, int, int, int, bool,
                              bool (*)(void *), void *, bool (*)(Annot *, void *), void *, bool);

void displaySlice(Page *page, OutputDev *device, double hDPI, double vDPI, int rotate, bool useMediaBox, bool crop, int x,
                  int y, int width, int height, bool printing, bool (*isAborted)(void *), void *abortData,
                  bool (*isShown)(Annot *, void *), void *shownData, bool copyXRef) {
  static const auto original = reinterpret_cast<DisplaySlice>(
      dlsym(RTLD_NEXT, "_ZN4Page12displaySliceEP9OutputDevddibbiiiibPFbPvES2_PFbP5AnnotS2_ES2_b"));
  original(page, device, hDPI, vDPI, rotate, useMediaBox, crop, x, y, width, height, printing, isAborted, abortData,
           isShown, shownData, copyXRef);
}

} // namespace

void Page::displaySlice(OutputDev *device, double hDPI, double vDPI, int rotate, bool useMediaBox, bool crop, int x, int y,
                        int width, int height, bool printing, bool (*isAborted)(void *), void *abortData,
                        bool (*isShown)(Annot *, void *), void *shownData, bool copyXRef) {
  const Walk *walk = std::exchange(next, nullptr);
  recto::beginGroups();
  if (!walk)
    return ::displaySlice(this, device, hDPI, vDPI, rotate, useMediaBox, crop, x, y, width, height, printing, isAborted,
                          abortData, isShown, shownData, copyXRef);
  recto::Player player;
  player.device = device;
  aim(player, walk->context);
  recto::DisplayList *known = walk->drawings->find(walk->page);
  if (known && known->isDrawable(player)) {
    player.state = known->first->copy(true);
    return known->draw(player);
  }
  double seen = (player.seen.right - player.seen.left) * (player.seen.bottom - player.seen.top);
  bool isPart = seen < 0.9 * this->getCropWidth() * this->getCropHeight();
  if (known || !(walk->drawings->noteDrawing(walk->page) || isPart || walk->drawings->isRead)) {
    return ::displaySlice(this, device, hDPI, vDPI, rotate, useMediaBox, crop, x, y, width, height, printing, isAborted,
                          abortData, isShown, shownData, copyXRef);
  }
  auto list = std::make_unique<recto::DisplayList>(walk->drawings->mostBytes / 2);
  recto::Recorder recorder(*list, player);
  ::displaySlice(this, &recorder, hDPI, vDPI, rotate, useMediaBox, crop, x, y, width, height, printing, isAborted,
                 abortData, recto::Recorder::beginAnnotation, &recorder, copyXRef);
  if (!list->isWhole()) list->clear();
  walk->drawings->keep(walk->page, std::move(list));
}

recto_drawings *recto_drawings_new(size_t most_bytes) {
  return new (std::nothrow) recto_drawings(most_bytes);
}

void recto_drawings_free(recto_drawings *drawings) { delete drawings; }

size_t recto_drawings_bytes(const recto_drawings *drawings) {
  return drawings->bytes();
}

bool recto_page_draw(PopplerPage *page, void *context, bool has_annotations, recto_drawings *drawings,
                     const uint32_t *hidden, size_t count) {
  cairo_t *target = static_cast<cairo_t *>(context);
  Walk walk = {drawings, recto::glibPage(page)->index, target};
  if (drawings && has_annotations) next = &walk;
  recto::HiddenText text(hidden, count);
  bool isDrawn = true;
  try {
    if (has_annotations)
      poppler_page_render(page, target);
    else
#if POPPLER_CHECK_VERSION(25, 2, 0)
      poppler_page_render_full(page, target, true, POPPLER_RENDER_ANNOTS_PRINT_DOCUMENT);
#else
      poppler_page_render_for_printing_with_options(page, target, POPPLER_PRINT_DOCUMENT);
#endif
  } catch (const std::bad_alloc &) {
    isDrawn = false;
  }
  next = nullptr;
  return isDrawn;
}

recto::DisplayList *recto::readableList(recto_drawings *drawings, PopplerPage *page) {
  if (!drawings) return nullptr;
  int index = glibPage(page)->index;
  DisplayList *list = drawings->find(index);
  if (!list && drawings->isDrawn(index)) drawings->isRead = true;
  return list && list->isReadable() ? list : nullptr;
}
