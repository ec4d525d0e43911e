extension PageScript {
  /// Goes through the document and measures the clusters of each text.
  static let nodes = #"""
      const readText = node => {
        const element = parent(node);
        if (!element) return;
        const data = node.data;
        const pattern = /[^\s\u0085\u200b]+/gu;
        let match, end = 0, any = false;
        let style = null;
        const range = node.ownerDocument.createRange();
        while ((match = pattern.exec(data))) {
          if (!any) {
            style = describe(element);
            any = true;
            if (style.isHidden) return;
            if (!isLaidOut(node, range)) return;
          }
          if (/\s/.test(data.slice(end, match.index))) space = true;
          end = match.index + match[0].length;
          const text = match[0];
          const list = clusters(text);
          const total = list ? list.length : text.length;
          const {frame} = style;
          let at = match.index, parts = [], boxes = [], low = 0, high = 0, raw = "";
          let isSoft = false;
          for (let i = 0; i < total; i++) {
            if (count >= limits.clusters) { isCut = true; break; }
            const part = list ? list[i] : text[i];
            if (part === "\u00ad") { isSoft = true; at++; continue; }
            count++;
            range.setStart(node, at);
            at += part.length;
            range.setEnd(node, at);
            // The hyphen that is drawn before a letter counts as a part of it.
            const r = isSoft ? Array.from(range.getClientRects()).at(-1) ?? range.getBoundingClientRect()
              : range.getBoundingClientRect();
            const l = style.vertical ? r.left : r.top, h = style.vertical ? r.right : r.bottom;
            if (boxes.length && (l >= high || h <= low) && !style.isTurned) {
              if (isSoft || (style.hyphenates && hyphenated.test(raw[raw.length - 1] + part[0])))
                addHyphen(parts, boxes, style);
              addWord(raw, parts, boxes, style, !space);
              parts = []; boxes = []; raw = ""; space = false;
            }
            if (!boxes.length) { low = l; high = h; }
            isSoft = false;
            parts.push(shown(part, style.transform)); raw += part;
            boxes.push(frame.x + r.left * frame.sx, frame.y + r.top * frame.sy,
              r.width * frame.sx, r.height * frame.sy);
          }
          if (boxes.length) addWord(raw, parts, boxes, style, !space);
          space = false;
          if (isCut) return;
        }
        if (/\s/.test(data.slice(end))) space = true;
      };

      readTexts(
        readText, () => { flows[0].line = null; space = true; }, () => isCut,
        element => {
          addGenerated(element, "marker");
          addGenerated(element, "before");
          addField(element);
        },
        element => {
          addGenerated(element, "after");
          if (marker?.element === element) addMarker(null);
        });
    """#
}
