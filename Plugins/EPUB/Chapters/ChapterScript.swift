import RectoJSON
import RectoPageModel

/// Makes a loaded document ready to be printed, out of the sight of its scripts.
enum ChapterScript {
  /// The maximum number of elements with names in a chapter.
  private static let nameLimit = 20_000

  /// The expression gives what `ChapterFacts` reads. Whatever has a name is linked to, since the
  /// browser keeps the places of those names only. The language is that of a document that names
  /// none; no selector for attributes sees it.
  static func preparation(_ style: ChapterStyle, language: LanguageTag?) -> String {
    """
    (() => {
      const root = document.documentElement;
      const make = name => document.createElementNS(
        root.localName === "svg" ? root.namespaceURI : "http://www.w3.org/1999/xhtml", name);
      const add = (css, isFirst) => {
        const style = make("style");
        style.textContent = css;
        const head = document.head ?? root;
        if (isFirst) head.prepend(style); else head.append(style);
        return style;
      };
      const xml = "http://www.w3.org/XML/1998/namespace", language = \(quoted(language?.text ?? ""));
      const namesNone = !root.hasAttribute("lang") && !root.hasAttributeNS(xml, "lang");
      if (language && namesNone) root.setAttributeNS(xml, "xml:lang", language);
      \(style.reader.keepsPublisherStyles ? "" : removal)
      \(PrefixedStyles.script)
      \(ChapterFittingScript.pageRules)
      // `Hyphenation` switches this style sheet off to ask for the book's own hyphens.
      globalThis.ownDefaults = add(\(quoted(style.defaults)), true);
      if (language && namesNone) add(\(quoted(ChapterStyle.quotesWithoutLanguage)), true);
      // An important declaration in the first layer beats all of the book's (CSS Cascade 5, 6.1).
      add(\(quoted("@layer recto { \(style.overrides) }")), true);
      add(\(quoted(style.page)), false);
      if (\(style.hasTheme)) {
        for (const element of document.querySelectorAll("[style*=important]")) {
          for (const name of ["color", "background", "background-color", "border-color"]) {
            const value = element.style.getPropertyValue(name);
            if (element.style.getPropertyPriority(name)) element.style.setProperty(name, value);
          }
        }
      }
      \(style.reader.isJustified.map(alignment) ?? "")
      // The browser shows a standalone picture on a dark ground.
      if (document.contentType.startsWith("image/") && document.body)
        document.body.style.setProperty("background", "none", "important");
      if (document.body) {
        \(ChapterMedia.script)
        \(ChapterHeadingScript.script)
        \(ChapterMarkScript.script)
        // The browser leaves out links to names that are not here, such as those of another part.
        const [own] = location.href.split("#");
        for (const link of Array.from(document.links).slice(0, \(nameLimit))) {
          const [address, name] = link.href.split("#");
          if (!name || address !== own) continue;
          let read = name;
          try { read = decodeURIComponent(name); } catch { /* as it stands */ }
          if (!document.getElementById(read) && !document.getElementsByName(read).length)
            link.setAttribute("href", `${own}?#${name}`);
        }
        const names = make("div");
        names.hidden = true;
        const all = document.querySelectorAll("[id], a[name]");
        for (let index = 0; index < Math.min(all.length, \(nameLimit)); index++) {
          // The attributes, since fields of a form hide its properties. A link may have two names.
          const written = [all[index].getAttribute("id")];
          if (all[index].localName === "a") written.push(all[index].getAttribute("name"));
          for (const name of new Set(written.filter(Boolean))) {
            const link = make("a");
            link.setAttribute("href", "#" + encodeURIComponent(name));
            names.append(link);
          }
        }
        document.body.append(names);
      }
      let color = null;
      for (const element of [root, document.body].filter(Boolean)) {
        const [red, green, blue, alpha = 1] =
          (getComputedStyle(element).backgroundColor.match(/^rgba?\\(([^)]*)\\)$/) ?? ["", ""])[1]
            .split(/[ ,\\/]+/).map(Number);
        if (![red, green, blue, alpha].every(Number.isFinite) || alpha === 0) continue;
        // As it looks on white paper, which it is drawn on once more.
        color = [red, green, blue].map(part => Math.round(255 + (part - 255) * alpha));
        if (alpha < 1) element.style.setProperty("background-color", `rgb(${color})`, "important");
        break;
      }
      return {
        isMalformed: document.getElementsByTagName("parsererror").length > 0,
        background: color,
        undecodedPictures: Array.from(
          new Set(
            Array.from(document.images)
              .filter(picture => picture.complete && picture.src && !picture.naturalWidth)
              .map(picture => picture.currentSrc || picture.src))
        ).slice(0, \(ChapterProblems.most)),
      };
    })()
    """
  }

  /// Statements that leave nothing of the book's styles.
  private static let removal = """
    for (const node of Array.from(document.childNodes))
      if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) node.remove();
    for (const sheet of document.querySelectorAll("style, link[rel~='stylesheet' i]"))
      if (!sheet.closest("svg")) sheet.remove();
    for (const element of document.querySelectorAll("*")) {
      if (element.closest("svg, math")) continue;
      for (const name of ["style", "align", "bgcolor", "background", "text", "color", "face"])
        if (name !== "style" || !element.matches("img, video")) element.removeAttribute(name);
    }
    """

  /// Statements that justify the paragraphs, or let them end ragged, except centered ones and those
  /// aligned to the other side.
  private static func alignment(isJustified: Bool) -> String {
    """
    for (const element of document.querySelectorAll(
      "p, li, dd, dt, blockquote, div, section, article, td, figcaption, body")) {
      const align = getComputedStyle(element).textAlign;
      if (/^(start|left|justify|-webkit-auto)$/.test(align)) element.style.setProperty(
        "text-align", \(quoted(isJustified ? "justify" : "start")), "important");
    }
    for (const element of document.querySelectorAll("h1, h2, h3, h4, h5, h6"))
      if (\(isJustified) && getComputedStyle(element).textAlign === "justify")
        element.style.setProperty("text-align", "start");
    """
  }

  /// A string of JavaScript.
  static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
