/// Fits a loaded document to the page. The browser would shrink a whole chapter for one line that is
/// too wide, and cut off content that is still wider.
enum ChapterFittingScript {
  /// The most elements that are measured.
  private static let elementLimit = 50_000
  /// The maximum number of pictures that are fitted.
  private static let pictureLimit = 1_000
  /// The height, in pages, up to which a formula is made to fit a page, and a picture that is as wide
  /// as its room.
  private static let highest = 2.0
  /// The widest margins of the document's outermost elements together, as a share of the text area's.
  private static let widestMargins = 0.35
  /// The most elements inside of one another whose margins are added.
  private static let deepestMargins = 20
  /// The least scale of lines that must not be broken: 100 characters of a monospaced font on an A5
  /// page. Longer ones are broken at full size.
  private static let smallestLines = 0.55
  /// The least scale of a table: 5 points of the usual type. A wider one has its words broken too.
  private static let smallestTable = 0.45
  /// The least scale of anything else, such as a formula.
  private static let smallest = 0.2
  /// The length, in letters, from which the words of a table are broken first.
  private static let longWord = 12

  /// Removes the document's own pages: size and margins are the reader's. Style sheets of other hosts
  /// are not loaded, and would not be readable.
  static let pageRules = """
    const removePageRules = rules => {
      for (let index = rules.length - 1; index >= 0; index--) {
        const rule = rules[index];
        if (rule instanceof CSSPageRule) rule.parentStyleSheet && (rule.parentRule
          ? rule.parentRule.deleteRule(index) : rule.parentStyleSheet.deleteRule(index));
        else if (rule instanceof CSSImportRule) readRules(rule.styleSheet);
        else if (rule.cssRules) removePageRules(rule.cssRules);
      }
    };
    const readRules = sheet => {
      try { if (sheet) removePageRules(sheet.cssRules); } catch { /* of another host */ }
    };
    for (const sheet of document.styleSheets) readRules(sheet);
    """

  /// The expression gives true. It narrows content that is wider than the page: margins of the
  /// document, long words, boxes of a fixed width, lines that must not be broken. Tables, formulas and
  /// what else is left become smaller, and a table that would be too small has its words broken. A
  /// picture that fills a page gets the page for itself, since margins around it would leave
  /// another page blank; one in a table keeps its share of it.
  static let fitting = """
    (() => {
      "use strict";
      const root = document.documentElement, body = document.body;
      if (!body) return true;
      const set = (element, name, value) => element.style.setProperty(name, value, "important");
      const pixels = value => parseFloat(value) || 0;
      const isVertical = getComputedStyle(body).writingMode !== "horizontal-tb";
      // Words of other elements are broken where they are found to be too wide for the page: by a rule they
      // would be broken beside a picture too, and not go below it.
      if (isVertical || Array.from(body.childNodes).some(node => node.nodeType === 3 && /\\S/.test(node.data)))
        body.style.overflowWrap = "break-word";
      if (isVertical) return true;

      // The document itself is as wide as the page at most.
      for (const element of [root, body]) {
        if (element.getBoundingClientRect().width <= innerWidth + 1) continue;
        const style = getComputedStyle(element);
        set(element, "max-width", `calc(100% - ${pixels(style.marginLeft) + pixels(style.marginRight)}px)`);
        set(element, "min-width", "0");
        set(element, "box-sizing", "border-box");
      }

      const sides = ["margin-left", "padding-left", "margin-right", "padding-right"];
      const outer = [];
      for (let element = body; element instanceof HTMLElement;) {
        outer.push(element);
        // The body has the names of the chapter in it, which are hidden.
        const shown = Array.from(element.children).filter(child => !child.hidden);
        const hasText = Array.from(element.childNodes)
          .some(node => node.nodeType === 3 && /\\S/.test(node.data));
        if (shown.length !== 1 || hasText || outer.length >= \(deepestMargins)) break;
        element = shown[0];
        if (!/^(block|flow-root|list-item)$/.test(getComputedStyle(element).display)) break;
      }
      const width = root.getBoundingClientRect().width, height = innerHeight;
      const lost = [root, ...outer].flatMap(element => {
        const style = getComputedStyle(element);
        // Margins that center a box are what it leaves.
        return sides.filter(side => element.computedStyleMap().get(side)?.value !== "auto")
          .map(side => [element, side, Math.max(0, pixels(style[side]))]);
      });
      // Styles and scroll widths are without the zoom that a reader chose; boxes are with it.
      const sum = root.currentCSSZoom * lost.reduce((sum, [, , value]) => sum + value, 0);
      if (sum > width * \(widestMargins)) {
        for (const [element, side, value] of lost)
          if (value > 0) set(element, side, `${value * width * \(widestMargins) / sum}px`);
      }

      // A picture may be smaller than its column, so that its table would give the words beside it all
      // the width. And one that is narrowed is as much lower, whatever height it states.
      for (const picture of Array.from(document.images).slice(0, \(pictureLimit))) {
        if (!picture.naturalWidth || !picture.computedStyleMap) continue;
        const styles = picture.computedStyleMap(), zoom = picture.currentCSSZoom;
        const [statedWidth, statedHeight] = ["width", "height"].map(name => {
          const value = styles.get(name);
          return value.unit === "px" ? value.value : value.value === "auto" ? null : NaN;
        });
        const shape = picture.naturalHeight / picture.naturalWidth;
        const wanted = statedWidth ?? (statedHeight === null ? picture.naturalWidth : statedHeight / shape);
        if (!(wanted > 0)) continue;
        const row = picture.closest("td, th")?.parentElement;
        if (row?.cells) {
          const columns = Array.from(row.cells).reduce((sum, cell) => sum + cell.colSpan, 0);
          const table = row.closest("table"), around = table?.parentElement;
          // A table without a width of its own takes what is around it.
          const whole = !around ? width / zoom
            : table.computedStyleMap().get("width").value !== "auto"
              ? table.getBoundingClientRect().width / zoom
              : around.clientWidth
                - pixels(getComputedStyle(around).paddingLeft) - pixels(getComputedStyle(around).paddingRight);
          const share = 0.9 * Math.min(width / zoom, whole) * picture.closest("td, th").colSpan / columns;
          set(picture, "min-width", `${Math.min(wanted, share)}px`);
        }
        const box = picture.getBoundingClientRect();
        if (statedHeight > 0 && box.width < wanted * zoom - 1 && box.height > box.width * shape + 1
          && box.height < height * 0.9) set(picture, "height", "auto");
      }

      // A picture that is much higher than a page, such as a strip of drawings, keeps its width, and
      // goes on from page to page: it is cut into boxes that show a part of it each.
      const strips = [], partsOfStrips = new Set();
      for (const picture of Array.from(document.images).slice(0, \(pictureLimit))) {
        const style = getComputedStyle(picture), own = picture.getAttribute("style");
        if (style.float !== "none" || style.position !== "static" || picture.closest("table, svg"))
          continue;
        set(picture, "max-height", "none");
        const shown = picture.getBoundingClientRect();
        if (!(shown.height > height * \(highest))) {
          if (own === null) picture.removeAttribute("style"); else picture.setAttribute("style", own);
          continue;
        }
        const strip = document.createElement("div");
        strip.style.cssText = "margin: 0 auto";
        picture.replaceWith(strip);
        const room = strip.getBoundingClientRect().width;
        strip.style.width = `${100 * shown.width / room}%`;
        strips.push(strip);
        // Rounding must not make a part higher than a page.
        const step = height - 2;
        for (let top = 0; top < shown.height && partsOfStrips.size < \(pictureLimit); top += step) {
          const part = document.createElement("div"), copy = picture.cloneNode();
          part.style.cssText = `overflow: hidden; break-inside: avoid;
            aspect-ratio: ${shown.width} / ${Math.min(step, shown.height - top)}`;
          if (top) { copy.alt = ""; copy.removeAttribute("id"); }
          for (const [name, value] of [["display", "block"], ["width", "100%"], ["height", "auto"],
            ["aspect-ratio", `${shown.width} / ${shown.height}`], ["max-width", "none"],
            ["break-inside", "auto"], ["margin", `${-100 * top / shown.width}% 0 0`],
            ["padding", "0"], ["border", "0"]]) set(copy, name, value);
          part.append(copy);
          strip.append(part);
          partsOfStrips.add(copy);
        }
      }

      const isSeen = node =>
        node.nodeType === 3 ? /\\S/.test(node.data)
          : node.nodeType === 1 && (/^(img|svg|video|object|iframe|hr|table|input)$/.test(node.localName)
            || Array.from(node.childNodes).some(isSeen));
      const pictures = Array.from(document.querySelectorAll("img, svg")).slice(0, \(pictureLimit));
      for (const picture of [...pictures.filter(one => !partsOfStrips.has(one)), ...strips]) {
        if (picture.getBoundingClientRect().height < height * 0.7) continue;
        set(picture, "vertical-align", "top");
        let isFirst = true, isLast = true;
        for (let inner = picture; inner !== body && inner.parentElement; inner = inner.parentElement) {
          for (let node = inner.previousSibling; node && isFirst; node = node.previousSibling)
            isFirst = !isSeen(node);
          for (let node = inner.nextSibling; node && isLast; node = node.nextSibling)
            isLast = !isSeen(node);
          for (const element of [inner, inner.parentElement]) {
            for (const kind of ["margin", "padding"]) {
              if (isFirst) set(element, `${kind}-top`, "0");
              if (isLast) set(element, `${kind}-bottom`, "0");
            }
          }
          if (isFirst && isLast) set(inner.parentElement, "height", "auto");
        }
      }

      // A first letter that hangs into several lines stays with them: where they do not fit, a browser
      // moves it alone to the next page.
      for (const paragraph of Array.from(body.querySelectorAll("p")).slice(0, \(elementLimit))) {
        const first = paragraph.firstElementChild;
        const isFirst = first && !/\\S/.test(first.previousSibling?.data ?? "");
        const style = isFirst && getComputedStyle(first).float !== "none" ? getComputedStyle(first)
          : getComputedStyle(paragraph, "::first-letter");
        if (style.float === "none") continue;
        const own = getComputedStyle(paragraph), line = pixels(own.lineHeight) || 1.2 * pixels(own.fontSize);
        const size = Math.max(pixels(style.fontSize), pixels(style.height));
        const lines = Math.ceil(size / line);
        if (lines > 1 && lines <= 10) set(paragraph, "orphans", Math.max(lines, parseInt(own.orphans)));
      }

      const isTable = element => /^(table|inline-table|table-.*)$/.test(getComputedStyle(element).display);
      const contentWidth = element => element.scrollWidth * element.currentCSSZoom;
      const all = Array.from(body.querySelectorAll("*")).slice(0, \(elementLimit));
      const tooWide = () => {
        const bounds = root.getBoundingClientRect(), found = new Set(), innermost = [];
        for (let index = all.length - 1; index >= 0; index--) {
          const element = all[index];
          // A formula is one thing.
          if (element.closest("svg") || element.parentElement.closest("math")) continue;
          const box = element.getBoundingClientRect();
          if (box.width === 0) continue;
          const end = Math.max(box.right, box.left + (element.clientWidth ? contentWidth(element) : 0));
          if (end <= bounds.right + 1 && box.left >= bounds.left - 1) continue;
          // The innermost is at fault.
          if (!Array.from(element.children).some(child => found.has(child))) innermost.push(element);
          found.add(element);
        }
        return innermost;
      };

      // Makes an element so much smaller that it fits into its room, and is true if that was enough.
      const scales = new Map();
      const shrink = (element, room, least) => {
        const own = Math.max(element.getBoundingClientRect().width, contentWidth(element));
        if (own <= room) return true;
        const scale = (scales.get(element) ?? 1) * room / own * 0.99;
        if (scale < least && element.matches("pre")) return false;
        scales.set(element, Math.max(least, scale));
        set(element, "zoom", `${scales.get(element)}`);
        return scale >= least;
      };
      // The room of an element: what is inside of the box around it, up to the end of the page.
      const room = element => {
        const bounds = root.getBoundingClientRect(), box = element.getBoundingClientRect();
        let outer = element.parentElement;
        while (outer !== body && !outer.clientWidth) outer = outer.parentElement;
        const style = getComputedStyle(outer);
        const inner = outer.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight);
        const before = style.direction === "rtl" ? bounds.right - box.right : box.left - bounds.left;
        return Math.min(inner * outer.currentCSSZoom, width - Math.max(0, before));
      };
      for (let round = 0; round < 5; round++) {
        const wide = tooWide();
        if (!wide.length) break;
        for (const element of wide) {
          const table = element.closest("table");
          if (element.localName === "math" && !table) {
            shrink(element, room(element), \(smallest));
          } else if (round < 2) {
            const lines = element.closest("pre") ?? element;
            if (lines.localName === "pre" && !table && getComputedStyle(lines).whiteSpace === "pre"
              && shrink(lines, Math.min(room(lines), lines.getBoundingClientRect().width), \(smallestLines)))
              continue;
            for (const part of new Set([lines, element])) {
              const space = getComputedStyle(part).whiteSpace;
              if (/nowrap|^pre$/.test(space))
                set(part, "white-space", space === "pre" ? "pre-wrap" : "normal");
            }
            if (!table) set(element, "overflow-wrap", "anywhere");
            if (!isTable(element)) {
              set(element, "max-width", "100%");
              set(element, "min-width", "0");
              set(element, "box-sizing", "border-box");
            }
            for (let outer = element.parentElement; round && outer && outer !== body;
              outer = outer.parentElement) if (!isTable(outer)) set(outer, "max-width", "100%");
          } else if (!table) {
            shrink(element, room(element), \(smallest));
          } else if (!shrink(table, room(table), \(smallestTable)) && round > 2) {
            for (const cell of table.querySelectorAll("td, th")) {
              if (round === 3 && !/\\S{\(longWord)}/.test(cell.textContent)) continue;
              set(cell, "overflow-wrap", "anywhere");
              set(cell, "white-space", "normal");
              set(cell, "min-width", "0");
            }
            set(table, "max-width", "100%");
          }
        }
      }
      // The browser would cut a formula that is higher than a page through its letters. Smaller type is not
      // exactly as much lower.
      for (const formula of Array.from(body.querySelectorAll("math")).slice(0, \(elementLimit))) {
        let own = formula.getBoundingClientRect().height;
        if (own > height * \(highest) || formula.parentElement.closest("math")) continue;
        for (let round = 0; own > height && round < 3; round++) {
          scales.set(formula, (scales.get(formula) ?? 1) * height / own * 0.99);
          set(formula, "zoom", `${scales.get(formula)}`);
          own = formula.getBoundingClientRect().height;
        }
      }
      if (tooWide().length) {
        set(root, "overflow-x", "clip");
        set(body, "overflow-x", "clip");
      }
      return true;
    })()
    """
}
