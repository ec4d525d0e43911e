import PageModel

/// An article as Markdown (CommonMark), which the text backend sets on pages of any size. The heading
/// that is the title stands in front of all, as what the story says of itself.
public struct ArticleMarkdown: Sendable {
  private let article: Article
  private let picturePath: @Sendable (Int) -> String?

  /// `picturePath` is asked, by the index of a picture's block, where the picture will be; it is
  /// left out where that is nil.
  public init(_ article: Article, picturePath: @escaping @Sendable (_ block: Int) -> String?) {
    self.article = article
    self.picturePath = picturePath
  }

  /// With what it says of itself in front, in YAML, and a line feed at the end.
  public var text: String {
    var parts = [frontMatter]
    let title = article.blocks.firstIndex {
      if case .heading = $0.kind { $0.text == article.title } else { false }
    }
    for (index, block) in article.blocks.enumerated() where index != title {
      if let part = markdown(block, index) { parts.append(part) }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var frontMatter: String {
    var lines = ["---", "title: \(quoted(article.title))"]
    if let language = article.language { lines.append("language: \(quoted(language))") }
    if article.direction == .rightToLeft { lines.append("direction: rtl") }
    // The publication's own quotes and dashes are what it wants.
    lines.append("smart-punctuation: false")
    return (lines + ["---"]).joined(separator: "\n")
  }

  /// A string of YAML, which is one of JSON too.
  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func markdown(_ block: Article.Block, _ index: Int) -> String? {
    let text = block.runs.map(markdown).joined()
    switch block.kind {
    case .heading(let level): return "\(String(repeating: "#", count: level)) \(text)"
    case .paragraph: return text.isEmpty ? nil : startSafe(text)
    case .listItem: return "- \(startSafe(text))"
    case .quote: return "> \(startSafe(text))"
    case .picture(let alternative):
      guard let path = picturePath(index) else { return text.isEmpty ? nil : startSafe(text) }
      let picture = "![\(escaped(alternative ?? ""))](\(path))"
      return text.isEmpty ? picture : "\(picture)\n\n*\(escaped(block.text))*"
    }
  }

  private func markdown(_ run: Article.Run) -> String {
    // Marks of emphasis must touch letters.
    let core = run.text.trimmingSpaces
    guard !core.text.isEmpty else { return run.text }
    var text = escaped(core.text)
    if run.isBold { text = "**\(text)**" }
    if run.isItalic { text = "*\(text)*" }
    if case .url(let url) = run.target, let address = address(url) {
      text = "[\(text)](<\(address)>)"
    }
    return core.before + text + core.after
  }

  /// An address that goes between angle brackets; nil for one of a scheme that only leads further
  /// where it is run.
  private func address(_ url: String) -> String? {
    let schemes = ["http://", "https://", "mailto:"]
    guard schemes.contains(where: url.lowercased().hasPrefix),
      url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"<>\\".utf8.contains($0) })
    else { return nil }
    return url
  }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\`*_[]<>&#~|!$".contains(character) { escaped.append("\\") }
      escaped.append(character.isNewline ? " " : character)
    }
    return escaped
  }

  /// Text at whose start no sign begins a list or a line.
  private func startSafe(_ text: String) -> String {
    guard let first = text.first else { return text }
    if "-+=".contains(first) { return "\\\(text)" }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    if !number.isEmpty, let sign = text.dropFirst(number.count).first, ".)".contains(sign) {
      return "\(number)\\\(text.dropFirst(number.count))"
    }
    return text
  }
}

extension String {
  /// The text without the spaces around it, and these.
  fileprivate var trimmingSpaces: (before: String, text: String, after: String) {
    let before = prefix { $0.isWhitespace }
    let rest = dropFirst(before.count)
    let after = String(rest.reversed().prefix { $0.isWhitespace })
    return (String(before), String(rest.dropLast(after.count)), after)
  }
}
