extension PageScript {
  /// Links, headings, media and pictures.
  static let elements = #"""
      const box = r => [r.left + left, r.top + top, r.width, r.height];
      const rects = element => Array.from(element.getClientRects())
        .filter(r => r.width > 0 && r.height > 0).slice(0, 1000).map(box);
      const some = (selector, make) => Array.from(document.querySelectorAll(selector))
        .slice(0, limits.elements).map(make).filter(x => x);
      // In SVG an address is xlink:href too, and is not resolved.
      const address = a => {
        if (typeof a.href === "string") return a.href;
        try { return new URL(a.href.baseVal, a.baseURI).href; } catch { return a.href.baseVal; }
      };
      const links = some("a[*|href],area[href]", a => {
        let boxes = rects(a);
        if (!boxes.length || (a.firstElementChild && boxes.every(b => b[3] < 1)))
          boxes = Array.from(a.children).flatMap(rects);
        if (!boxes.length) return null;
        const href = address(a);
        const link = {b: boxes, h: href};
        const hash = href.indexOf("#");
        if (hash >= 0 && href.slice(0, hash) === location.href.split("#")[0]) {
          let name = href.slice(hash + 1);
          try { name = decodeURIComponent(name); } catch {}
          const place = name
            && (document.getElementById(name) || document.getElementsByName(name)[0]);
          if (place) link.p = box(place.getBoundingClientRect()).slice(0, 2);
          else if (name && name.toLowerCase() !== "top") link.x = name;
        }
        return link;
      });
      const headings = some("h1,h2,h3,h4,h5,h6", h => {
        const [x, y, width] = box(h.getBoundingClientRect());
        const text = (h.innerText || h.textContent).replace(/\s+/g, " ").trim().slice(0, 500);
        return text && width > 0 ? {l: +h.tagName[1], t: text, x, y} : null;
      });
      const media = some("video,audio,iframe,embed,object", m => {
        const source = m.querySelector && m.querySelector("source[src]");
        return {k: m.tagName.toLowerCase(), b: box(m.getBoundingClientRect()),
          s: m.src || m.data || (source && source.src) || "",
          y: m.type || (source && source.type) || ""};
      });
      const images = some("img", i => {
        const b = box(i.getBoundingClientRect());
        if (!(b[2] > 0 && b[3] > 0)) return null;
        const image = {b, p: [i.naturalWidth, i.naturalHeight], s: i.currentSrc || i.src};
        const says = i.getAttribute("aria-label") || i.getAttribute("alt");
        const isOrnament = ["presentation", "none"].includes(i.getAttribute("role"))
          || i.closest("[aria-hidden=true]");
        if (isOrnament) image.a = ""; else if (says !== null) image.a = says.slice(0, 2000);
        if (i.complete && !i.naturalWidth && image.s) image.m = 1;
        const fit = getComputedStyle(i).objectFit;
        if (fit === "cover" || fit === "none") image.f = fit;
        return image;
      });
      return {
        blocks: blocks.map(b => ({r: b.role, n: b.lines.map(l => l.words)})),
        links, headings, media, images,
      };
    """#
}
