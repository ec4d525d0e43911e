/// The elements of HTML that stories may have, by what becomes of them. The text of others is kept.
enum HTMLElements {
  /// Each ends a paragraph.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search", "section",
    "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]

  /// The styles of text by the elements that are as Markdown's.
  static let styles = [
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis",
    "dfn": "emphasis", "var": "emphasis", "code": "code", "kbd": "code", "samp": "code",
    "tt": "code", "del": "strikethrough", "s": "strikethrough", "strike": "strikethrough",
    "sup": "superscript", "sub": "subscript",
  ]

  /// All elements inside a line.
  static let inlines = Set(styles.keys).union([
    "a", "abbr", "acronym", "area", "bdi", "bdo", "big", "br", "button", "data", "font", "img",
    "ins", "label", "map", "mark", "nobr", "noscript", "output", "picture", "q", "rb", "rp",
    "rt", "rtc", "ruby", "slot", "small", "span", "td", "th", "time", "u", "wbr",
  ])

  /// Elements that no browser shows; left out with their content.
  static let unseen: Set<String> = [
    "base", "basefont", "col", "colgroup", "datalist", "head", "link", "meta", "param",
    "source", "style", "template", "title", "track",
  ]

  /// Elements that a page cannot show; left out with their content and a warning.
  static let leftOut: Set<String> = [
    "applet", "audio", "canvas", "embed", "frame", "frameset", "iframe", "input", "meter",
    "noembed", "noframes", "object", "progress", "script", "select", "svg", "textarea", "video",
  ]

  static func isKnown(_ name: String) -> Bool { blocks.contains(name) || inlines.contains(name) }

  /// White space of HTML, to which a no-break space does not belong.
  static func isSpace(_ scalar: UnicodeScalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\u{C}", "\r": true
    default: false
    }
  }
}
