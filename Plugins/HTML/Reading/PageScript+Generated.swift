import RectoBrowser
import RectoJSON

extension PageScript {
  /// True if style sheets or lists may put text beside that of elements. Most style sheets have pseudo-elements
  /// without text, which are drawn as lines, bullets and the like.
  static let mayGenerateText = """
    (() => {
      const isText = content => content && !["none", "normal", '""'].includes(content);
      const generates = rules => Array.from(rules).some(rule =>
        (rule.style && isText(rule.style.content)) || (rule.styleSheet && reads(rule.styleSheet))
          || (rule.cssRules && generates(rule.cssRules)));
      const reads = sheet => { try { return generates(sheet.cssRules); } catch { return true; } };
      const hasMarker = item => getComputedStyle(item).listStyleType !== "none";
      return document.querySelector("q") !== null
        || Array.from(document.querySelectorAll("li")).some(hasMarker)
        || Array.from(document.styleSheets).concat(document.adoptedStyleSheets).some(reads);
    })()
    """

  /// The generated texts as JSON, for `generated`.
  static func list(_ texts: [GeneratedText]) -> String {
    var json = JSONWriter()
    json.array(texts) { json, text in
      json.object { json in
        json.member("e", text.element)
        json.member("p", text.place.rawValue)
        json.member("t", text.text)
        json.member("b", text.box)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Reads the text that is drawn and in no text of the document: `limits.generated`, and the values of
  /// form fields. The browser says where the lines of the first stand, and nothing of the second.
  static let generated = #"""
      const generated = new Map();
      if (limits.generated.length) {
        const elements = document.querySelectorAll("*");
        for (const text of limits.generated) {
          const element = elements[text.e];
          if (!element) continue;
          if (!generated.has(element)) generated.set(element, {marker: [], before: [], after: []});
          generated.get(element)[text.p].push(text);
        }
      }

      // Adds one line of text, whose letters share its box by their own widths.
      const addLine = (text, [x, y, width, height], style) => {
        if (style.isHidden) return;
        if (count >= limits.clusters) { isCut = true; return; }
        canvas.font = style.font;
        canvas.letterSpacing = "0px";
        const widthOf = text => canvas.measureText(text).width;
        const scale = width / (widthOf(text) || 1);
        let end = 0;
        for (const match of text.matchAll(/[^\s\u0085\u200b\u00ad]+/gu)) {
          if (/\s/.test(text.slice(end, match.index))) space = true;
          end = match.index + match[0].length;
          const parts = clusters(match[0]) || Array.from(match[0]), boxes = [];
          let at = match.index;
          count += parts.length;
          for (const part of parts) {
            const from = widthOf(text.slice(0, at)) * scale;
            at += part.length;
            boxes.push(x + from, y, widthOf(text.slice(0, at)) * scale - from, height);
          }
          addWord(match[0], parts, boxes, style, !space);
          space = false;
        }
        if (/\s/.test(text.slice(end))) space = true;
      };

      const styleOf = (element, pseudo) => {
        const own = describe(element), style = getComputedStyle(element, pseudo);
        const isHidden = style.visibility !== "visible" || style.opacity === "0";
        return {...own, font: style.font, size: parseFloat(style.fontSize) * own.frame.sy,
          isHidden: own.isHidden || isHidden, isPlain: false};
      };
      const addGenerated = (element, place) => {
        const texts = generated.get(element)?.[place] ?? [];
        // The triangle of what folds is not text.
        if (!texts.length || isCut || element.tagName === "SUMMARY") return;
        const style = styleOf(element, `::${place}`);
        for (const text of texts) {
          const box = text.b;
          if (place === "marker") {
            // It stands before the first line of whatever its item has.
            space = true;
            marker = {element, text: text.t, box, style};
            continue;
          }
          addLine(text.t, box, style);
        }
      };
      const addMarker = style => {
        const {text, box, style: own} = marker;
        marker = null;
        addLine(text, box, style ? {...own, block: style.block, role: style.role} : own);
        space = true;
      };

      // A field shows its value or its placeholder in the middle of its height.
      const fields = new Set(["text", "search", "url", "tel", "email", "number", "submit", "reset",
        "button"]);
      const addField = element => {
        const name = element.tagName.toUpperCase();
        if (name === "INPUT" ? !fields.has(element.type) : name !== "TEXTAREA" && name !== "SELECT")
          return;
        const all = name === "SELECT" ? Array.from(element.selectedOptions, o => o.label).join("\n")
          : element.value || element.placeholder || "";
        if (!/\S/.test(all) || isCut || element.getClientRects().length === 0) return;
        const style = styleOf(element), {frame} = style, own = contentBox(element);
        const computed = getComputedStyle(element);
        canvas.font = style.font;
        canvas.letterSpacing = "0px";
        const measured = canvas.measureText("x");
        const height = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
        const lines = [];
        for (const paragraph of all.slice(0, 100000).split("\n")) {
          let line = "";
          for (const word of name === "TEXTAREA" ? paragraph.split(/(?<=\s)/) : [paragraph]) {
            if (line && canvas.measureText((line + word).trimEnd()).width * own.sx > own.width) {
              lines.push(line);
              line = "";
            }
            line += word;
          }
          lines.push(line);
        }
        const pitch = parseFloat(computed.lineHeight) || height;
        let top = name === "TEXTAREA" ? (pitch - height) / 2
          : (own.height / own.sy - height * lines.length) / 2;
        space = true;
        for (const line of lines) {
          const width = canvas.measureText(line.trimEnd()).width;
          const rest = own.width / own.sx - width;
          const start = computed.textAlign === "center" ? rest / 2
            : (computed.direction === "rtl") !== /^(right|end)$/.test(computed.textAlign) ? rest : 0;
          addLine(line.trimEnd(), [frame.x + (own.x + Math.max(0, start) * own.sx) * frame.sx,
            frame.y + (own.y + top * own.sy) * frame.sy, width * own.sx * frame.sx,
            height * own.sy * frame.sy], style);
          top += pitch;
          space = true;
        }
      };
    """#
}
