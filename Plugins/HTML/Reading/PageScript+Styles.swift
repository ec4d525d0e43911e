extension PageScript {
  /// The style of an element's text, looked up once for each element.
  static let styles = #"""
      "use strict";
      const left = scrollX, top = scrollY;
      const {width, height} = limits;
      const styles = new Map();
      // In an SVG document other elements are not HTML of themselves.
      const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas")
        .getContext("2d");
      const metrics = new Map();

      const fontMetrics = font => {
        let found = metrics.get(font);
        if (!found) {
          canvas.font = font;
          const measured = canvas.measureText("x");
          const total = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
          const share = total > 0 ? measured.fontBoundingBoxAscent / total : 0.8;
          found = {share, words: new Map()};
          metrics.set(font, found);
        }
        return found;
      };

      const describe = element => {
        let known = styles.get(element);
        if (known) return known;
        const above = parent(element);
        const outer = above ? describe(above) : null;
        const style = getComputedStyle(element);
        const text = textStyle(element);
        let linear = outer ? outer.linear : [1, 0, 0, 1];
        for (const own of [style.rotate, style.scale, style.transform]) {
          if (own === "none") continue;
          const written = own === style.transform ? own
            : own === style.rotate ? `rotate(${own})` : `scale(${own.replace(/ +/g, ",")})`;
          let m;
          try { m = new DOMMatrix(written); } catch { continue; }
          const [a, b, c, d] = linear;
          linear = [a * m.a + c * m.b, b * m.a + d * m.b, a * m.c + c * m.d, b * m.c + d * m.d];
        }
        let clip = style.position === "fixed" || !outer ? null : outer.clip;
        if (outer && style.overflow !== "visible" && element !== document.body && !text.inline) {
          const r = element.getBoundingClientRect();
          const own = [r.left, r.top, r.right, r.bottom];
          clip = clip ? [Math.max(clip[0], own[0]), Math.max(clip[1], own[1]),
            Math.min(clip[2], own[2]), Math.min(clip[3], own[3])] : own;
        }
        const family = style.fontFamily.split(",")[0].trim().replace(/^["']|["']$/g, "");
        known = {
          ...text,
          family, size: parseFloat(style.fontSize), font: style.font,
          transform: style.textTransform,
          linear, isTurned: linear[1] !== 0 || linear[2] !== 0 || linear[0] < 0 || linear[3] < 0,
          isPlain: linear[0] === 1 && linear[3] === 1 && linear[1] === 0 && linear[2] === 0,
          clip, spacing: style.letterSpacing, hyphenates: style.hyphens === "auto",
        };
        styles.set(element, known);
        return known;
      };
    """#
}
