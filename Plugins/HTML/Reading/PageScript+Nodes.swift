extension PageScript {
  /// Goes through the document and measures the clusters of each text.
  static let nodes = #"""
      const readText = node => {
        const element = parent(node);
        if (!element) return;
        const data = node.data;
        const pattern = /[^\s\u0085\u200b\u00ad]+/gu;
        let match, end = 0, any = false;
        let style = null;
        const range = document.createRange();
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
          let at = match.index, parts = [], boxes = [], low = 0, high = 0, raw = "";
          for (let i = 0; i < total; i++) {
            if (count >= limits.clusters) { isCut = true; break; }
            count++;
            const part = list ? list[i] : text[i];
            range.setStart(node, at);
            at += part.length;
            range.setEnd(node, at);
            const r = range.getBoundingClientRect();
            const l = style.vertical ? r.left : r.top, h = style.vertical ? r.right : r.bottom;
            if (boxes.length && (l >= high || h <= low) && !style.isTurned) {
              if (style.hyphenates && hyphenated.test(raw[raw.length - 1] + part[0]))
                addHyphen(parts, boxes, style);
              addWord(raw, parts, boxes, style, !space);
              parts = []; boxes = []; raw = ""; space = false;
            }
            if (!boxes.length) { low = l; high = h; }
            parts.push(shown(part, style.transform)); raw += part;
            boxes.push(r.left + left, r.top + top, r.width, r.height);
          }
          if (boxes.length) addWord(raw, parts, boxes, style, !space);
          space = false;
          if (isCut) return;
        }
        if (/\s/.test(data.slice(end))) space = true;
      };

      readTexts(readText, () => { flows[0].line = null; space = true; }, () => isCut);
    """#
}
