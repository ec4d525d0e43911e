// Where the window of the browser stands on the page.

// True by axis if what overflows the window can be scrolled to. The window has the overflow of the root, or of the
// body where the root has none (CSS Overflow 3, 3.3).
export const windowScrolls = () => {
  const root = document.documentElement;
  if (!(root instanceof HTMLElement)) return {across: true, down: true};
  const own = getComputedStyle(root);
  const isBody = own.overflowX === "visible" && own.overflowY === "visible" && document.body;
  const {overflowX, overflowY} = isBody ? getComputedStyle(document.body) : own;
  const scrolls = overflow => overflow !== "hidden" && overflow !== "clip";
  return {across: scrolls(overflowX), down: scrolls(overflowY)};
};

// The overflow to the left of the window and above it, as lines and columns from the right do. The direction of the body
// is that of the window (CSS Writing Modes 4, 8).
export const windowOverflow = () => {
  const root = document.documentElement, page = document.scrollingElement || root;
  const {direction, writingMode} = getComputedStyle(document.body ?? root);
  const isVertical = !writingMode.startsWith("horizontal"), isRTL = direction === "rtl";
  const isFromRight = isVertical ? writingMode.endsWith("-rl") : isRTL;
  return {
    x: isFromRight ? page.scrollWidth - page.clientWidth : 0,
    y: isVertical && isRTL ? page.scrollHeight - page.clientHeight : 0,
  };
};


// The place of the window on the page. What overflows the window to the left and can be scrolled to belongs to the
// page, whose left edge is that of the overflow.
export const pageOrigin = () => {
  const overflow = windowOverflow(), scrolls = windowScrolls();
  return {
    x: scrollX + (scrolls.across ? overflow.x : 0), y: scrollY + (scrolls.down ? overflow.y : 0),
  };
};
