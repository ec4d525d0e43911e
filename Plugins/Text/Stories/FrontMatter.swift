/// The metadata at the beginning of a story, in YAML between lines of `---`.
struct FrontMatter: Sendable, Hashable {
  var title: String?
  var subtitle: String?
  var author: String?
  var subject: String?
  var keywords: String?
  /// A BCP 47 tag.
  var language: String?
  /// `ltr`, `rtl`, or what each paragraph's own letters say.
  var direction: String?
  var date: String?
  /// True if straight quotes and double hyphens become typographic ones.
  var hasSmartPunctuation = true

  /// The maximum number of lines; longer blocks are not front matter.
  private static let maximumLines = 1_000

  init() {}

  /// The front matter of a text and what comes after it, whose first line is `lineOffset` lines
  /// into the file. Bad YAML gives nothing, after a warning. A story may also begin with a line
  /// across the page: what comes after that is text.
  static func split(
    _ text: String, name: String, findings: Findings
  ) -> (matter: FrontMatter, body: Substring, lineOffset: Int) {
    var rest = text[...]
    func takeLine() -> Substring? {
      guard !rest.isEmpty else { return nil }
      // A CR LF is one character.
      let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
      let line = rest[..<end]
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      return line
    }
    guard let first = takeLine(), isFence(first) else { return (FrontMatter(), text[...], 0) }
    var yaml = ""
    var lines = 1
    while let line = takeLine(), lines < maximumLines {
      lines += 1
      if isFence(line) || line == "..." {
        // As in Pandoc, an empty line after the first fence makes it a line across the page.
        guard yaml.first?.isNewline != true,
          let matter = read(yaml, name: name, findings: findings)
        else { break }
        return (matter, rest, lines)
      }
      yaml += line + "\n"
    }
    return (FrontMatter(), text[...], 0)
  }

  private static func isFence(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
  }

  /// True if text that is not YAML was meant to be: all that an empty line parts begins with a key,
  /// a comment, an item of a list or inside of a value.
  private static func hasKeys(_ text: String) -> Bool {
    var isFirst = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.allSatisfy { $0 == " " || $0 == "\t" }
      if isFirst, !isBlank, !isKey(line) { return false }
      isFirst = isBlank
    }
    return true
  }

  private static func isKey(_ line: Substring) -> Bool {
    guard let first = line.first, !" \t#-{}[]".contains(first) else { return true }
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
    if first == "\"" || first == "'", line[..<colon].count(where: { $0 == first }) != 2 {
      return false
    }
    let after = line[line.index(after: colon)...].first
    return after == nil || after == " " || after == "\t"
  }

  /// Unknown keys are ignored: they belong to other programs. Nil for YAML without keys, and for
  /// text that was not meant to be YAML.
  private static func read(_ yaml: String, name: String, findings: Findings) -> FrontMatter? {
    var matter = FrontMatter()
    do throws(TreeError) {
      guard let node = try YAMLTree.read(Array(yaml.utf8), lineOffset: 1) else { return matter }
      guard case .object(let members) = node.content else { return nil }
      for member in members { matter.take(member, name: name, findings: findings) }
    } catch {
      guard hasKeys(yaml) else { return nil }
      findings.report(
        .badFrontMatter, at: "\(name):\(error.position.line)",
        "the front matter is not used: \(error.sentence)")
    }
    return matter
  }

  private mutating func take(
    _ member: PositionedNode.Member, name: String, findings: Findings
  ) {
    func report(_ wanted: String) {
      findings.report(
        .badFrontMatter, at: "\(name):\(member.position.line): \(member.name)", wanted)
    }
    let text = member.value.line
    switch member.name.lowercased() {
    case "title": title = text
    case "subtitle": subtitle = text
    case "author", "authors": author = text
    case "subject", "description": subject = text
    case "keywords", "tags": keywords = text
    case "language", "lang": language = text
    case "date": date = text
    case "direction", "dir":
      guard let text, ["ltr", "rtl", "auto"].contains(text) else {
        return report("must be ltr, rtl or auto")
      }
      direction = text
    case "smart-punctuation":
      guard case .bool(let isSmart) = member.value.content else {
        return report("must be true or false")
      }
      hasSmartPunctuation = isSmart
    default: break
    }
  }
}

extension PositionedNode {
  /// One line of text: the digits of a number, or a list with commas.
  fileprivate var line: String? {
    switch content {
    case .text(let text):
      return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .number(_, let digits): return digits
    case .list(let nodes):
      let lines = nodes.compactMap(\.line)
      return lines.isEmpty ? nil : lines.joined(separator: ", ")
    case .null, .bool, .object: return nil
    }
  }
}
