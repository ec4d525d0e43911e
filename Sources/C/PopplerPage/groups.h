#pragma once

namespace recto {

// Called before a page is drawn.
void beginGroups();

// True if the elements that are drawn are those of a knockout group.
bool isInKnockoutGroup();

// True if the graphics state of the content has a soft mask.
bool hasSoftMask();

// Notes that the device was told to clear the mask, until the state is restored.
void noteClearedMask();

// Changes to Cairo's drawing on this thread, beyond what Poppler's device requests.
struct Compositing {
  bool replaces = false; // an operator that is set is the one that replaces what is below
  bool isWhite = false;  // a group that ends is made white
};

Compositing compositing();

// Has Cairo draw in this way for as long as it lives.
class WithCompositing {
public:
  explicit WithCompositing(Compositing);
  ~WithCompositing();
  WithCompositing(const WithCompositing &) = delete;

private:
  Compositing outer;
};

}  // namespace recto
