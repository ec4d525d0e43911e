// The calls to Poppler's output device that draw a page, with all the data that they need. The page can be
// drawn again, at any scale and in parts, and its text read, without interpreting its content again.
//
// Poppler interprets a page at 72 dpi and leaves the scale to the device's canvas, so the calls are the same for
// each scale and region.

#ifndef DISPLAYLIST_H
#define DISPLAYLIST_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <GfxState.h>
#include <OutputDev.h>

#include "glyph_ink.h"
#include "rules.h"

namespace recto {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A rectangle in points of the page as displayed; empty by default.
struct Bounds {
  double left = infinity, top = infinity, right = -infinity, bottom = -infinity;

  static Bounds everywhere() { return {-infinity, -infinity, infinity, infinity}; }
  bool touches(const Bounds &other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
  Bounds grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
  Bounds met(const Bounds &other) const;
  void include(const Bounds &other);
  void include(double x, double y) { include({x, y, x, y}); }
};

// The device that a list is played into, and the graphics state that it is shown.
struct Player {
  OutputDev *device = nullptr;
  GfxState *state = nullptr; // with its saved ones
  Bounds seen = Bounds::everywhere(); // of the page
  double pixel = 0;                   // the larger of its sides, in points
  std::array<double, 6> fromDevice = {}; // to the page, from the canvas's pixels

  Player() = default;
  Player(const Player &) = delete;
  ~Player();

  // The rectangle on the page around one on the canvas.
  Bounds onPage(const recto_glyph_ink &ink) const;
};

enum class CallKind : uint8_t {
  state,       // changes the state that later calls use
  text,        // changes state that reading the text needs too
  paint,       // only changes pixels within its bounds
  showText,    // does the same, and is part of the text
  mark,        // is needed only to read the text
  save,        // saves the state
  restore,     // restores the state
  beginGroup,  // begins a group
  finishGroup, // ends a group by painting it, or by making a mask of it
};

struct Call {
  CallKind kind = CallKind::state;
  double pixels = 0;    // how far beyond its bounds it may paint, in pixels at any scale
  uint32_t end = 0; // of `save`: the index of its `restore`
  bool isWhole = false; // of `save`: nothing up to its `restore` has an effect after that
  bool isRead = false;  // of `save`: there is text before its `restore`
  Bounds bounds;    // of `save`: those of all calls before its `restore`

  virtual ~Call() = default;
  virtual void play(Player &player) = 0;
};

class DisplayList {
public:
  explicit DisplayList(size_t mostBytes) : mostBytes(mostBytes) {}
  ~DisplayList();
  DisplayList(const DisplayList &) = delete;

  // False if the list filled up before the last call, or if its calls may not draw the page correctly here.
  bool isDrawable(const Player &player) const { return drawable && !full && canDrawCell(largestCell, player); }
  // False if the list filled up before the last call.
  bool isWhole() const { return !full; }
  // False where the calls are not all that text is made of.
  bool isReadable() const { return !full && readable; }
  void makeUndrawable() { drawable = false; }
  void makeUnreadable() { readable = false; }
  // True if the device can certainly make a picture of a pattern's cell of that many points.
  bool canDrawCell(double points, const Player &player) const { return points <= largestPicture * player.pixel; }
  void noteCell(double points) { largestCell = std::max(largestCell, points); }
  size_t bytes() const {
    return used + others + calls.capacity() * sizeof(Call *) + rules.capacity() * sizeof(recto_box);
  }
  // Empties a list that is full and therefore of no use.
  void clear();

  // Appends a call and plays it; only plays it where the list is full, and gives null then.
  template <class Function> Call *add(Player &player, CallKind kind, Function function) {
    void *place = allocate(sizeof(CallOf<Function>));
    if (!place) {
      function(player);
      return nullptr;
    }
    Call *call = new (place) CallOf<Function>(std::move(function));
    call->kind = kind;
    calls.push_back(call);
    call->play(player);
    return call;
  }

  // A copy that lives as long as the list; the array itself where the list is full.
  template <class Item> const Item *copy(const std::vector<Item> &items) {
    static_assert(std::is_trivially_copyable_v<Item>);
    void *place = items.empty() ? nullptr : allocate(items.size() * sizeof(Item));
    if (!place) return items.data();
    return static_cast<Item *>(memcpy(place, items.data(), items.size() * sizeof(Item)));
  }

  // Counts memory that the next call holds elsewhere.
  void count(size_t size) {
    others += size;
    full = full || bytes() > mostBytes;
  }

  // Plays what is seen.
  void draw(Player &player);
  // Plays what text is made of.
  void read(Player &player, const std::function<void()> &beginAnnotations);
  // The annotations begin with the next call.
  void beginAnnotations();

  // The first state of the page.
  std::unique_ptr<GfxState> first;
  Rules rules;

private:
  template <class Function> struct CallOf final : Call {
    explicit CallOf(Function &&function) : function(std::move(function)) {}
    void play(Player &player) override { function(player); }
    Function function;
  };

  void *allocate(size_t size);
  void findBlocks();

  static constexpr size_t chunkBytes = 64 << 10;
  static constexpr double largestReach = 16; // pixels beyond bounds that blocks allow for
  static constexpr double largestPicture = 4096; // pixels along a side
  size_t mostBytes, used = 0, others = 0;
  double largestCell = 0;
  bool full = false, drawable = true, readable = true, hasBlocks = false;
  size_t annotations = SIZE_MAX;
  std::vector<std::unique_ptr<char[]>> chunks;
  char *free = nullptr, *end = nullptr;
  std::vector<Call *> calls;
};

} // namespace recto

#endif
