/// Fits a loaded document to the page. The browser would shrink a whole chapter for one line that is
/// too wide, and cut off content that is still wider.
enum ChapterFittingScript {
  /// The most elements that are measured.
  private static let elementLimit = 50_000
  /// The most pictures that are looked at.
  private static let pictureLimit = 1_000
  /// The height of a picture that is made to fit a page, in pages, if it is as wide as its room.
  private static let highest = 2.0
  /// The widest margins of the document's outermost elements together, as a share of the text area's.
  private static let widestMargins = 0.35

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
  /// document, lines that must not be broken, long words, boxes of a fixed width. Tables and what
  /// else is left become smaller, and a table that would be too small has its words broken. A
  /// picture that fills a page gets the page for itself, since margins around it would leave
  /// another page blank.
  static let fitting = """
    (() => {
      "use strict";
      const root = document.documentElement, body = document.body;
      if (!body || getComputedStyle(body).writingMode !== "horizontal-tb") return true;
      const set = (element, name, value) => element.style.setProperty(name, value, "important");
      const pixels = value => parseFloat(value) || 0;

      const sides = ["margin-left", "padding-left", "margin-right", "padding-right"];
      const outer = [];
      for (let element = body; element; element = element.children[0]) {
        outer.push(element);
        if (element.children.length !== 1 || /\\S/.test(element.innerText.replace(
          element.children[0].innerText ?? "", ""))) break;
      }
      const width = root.getBoundingClientRect().width;
      const lost = [root, ...outer].flatMap(element => {
        const style = getComputedStyle(element);
        return sides.map(side => [element, side, Math.max(0, pixels(style[side]))]);
      });
      const sum = lost.reduce((sum, [, , value]) => sum + value, 0);
      if (sum > width * \(widestMargins)) {
        for (const [element, side, value] of lost)
          if (value > 0) set(element, side, `${value * width * \(widestMargins) / sum}px`);
      }

      const height = innerHeight;
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
      const all = Array.from(body.querySelectorAll("*")).slice(0, \(elementLimit));
      const tooWide = () => {
        const bounds = root.getBoundingClientRect(), found = new Set(), innermost = [];
        for (let index = all.length - 1; index >= 0; index--) {
          const element = all[index];
          if (element.closest("svg, math")) continue;
          const box = element.getBoundingClientRect();
          if (box.width === 0) continue;
          const end = Math.max(box.right, box.left + (element.clientWidth ? element.scrollWidth : 0));
          if (end <= bounds.right + 1 && box.left >= bounds.left - 1) continue;
          // The innermost is at fault.
          if (!Array.from(element.children).some(child => found.has(child))) innermost.push(element);
          found.add(element);
        }
        return innermost;
      };
      for (let round = 0; round < 4; round++) {
        const wide = tooWide();
        if (!wide.length) break;
        for (const element of wide) {
          const style = getComputedStyle(element), table = element.closest("table");
          if (round < 2) {
            if (/nowrap|^pre$/.test(style.whiteSpace))
              set(element, "white-space", style.whiteSpace === "pre" ? "pre-wrap" : "normal");
            if (!table) set(element, "overflow-wrap", "anywhere");
            if (!isTable(element)) {
              set(element, "max-width", "100%");
              set(element, "min-width", "0");
              set(element, "box-sizing", "border-box");
            }
            for (let outer = element.parentElement; round && outer && outer !== body;
              outer = outer.parentElement) if (!isTable(outer)) set(outer, "max-width", "100%");
          } else if (round === 3 && table) {
            for (const cell of table.querySelectorAll("td, th")) {
              set(cell, "overflow-wrap", "anywhere");
              set(cell, "white-space", "normal");
              set(cell, "min-width", "0");
            }
            set(table, "max-width", "100%");
          } else {
            const whole = table ?? element, box = whole.getBoundingClientRect();
            const space = (whole.parentElement ?? body).clientWidth || width;
            const own = Math.max(box.width, whole.scrollWidth);
            if (own > space) set(whole, "zoom", `${Math.max(table ? 0.6 : 0.2, space / own * 0.995)}`);
          }
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
