import PageModel

/// Makes running text of lines: hyphens that only end a line go, spaces stand between words.
struct LineJoining: Sendable {
  /// Words with a hyphen in the middle of a line, which keep it at the end of one.
  private let hyphenated: Set<String>

  init(_ pages: [ArticlePage]) {
    var words: Set<String> = []
    for line in pages.flatMap(\.text.blocks).flatMap(\.lines) {
      for word in line.words.dropLast() where word.text.dropFirst().dropLast().contains("-") {
        words.insert(word.text.lowercased().filter { $0.isLetter || $0 == "-" })
      }
    }
    hyphenated = words
  }

  /// The words of a block as runs; `target` says where a word leads.
  func runs(of block: TextBlock, target: (TextWord) -> LinkTarget?) -> [ArticleRun] {
    var runs: [ArticleRun] = []
    for (number, line) in block.lines.enumerated() {
      let next = number + 1 < block.lines.count ? block.lines[number + 1].words.first : nil
      for (index, word) in line.words.enumerated() {
        let isLast = index == line.words.count - 1
        var text = word.text.filter { $0 != "\u{AD}" || isLast }
        if isLast {
          text = ended(text, before: next?.text)
        } else if !word.joinsNext {
          text += " "
        }
        Self.append(text, target(word), to: &runs)
      }
    }
    return runs
  }

  static func append(_ text: String, _ target: LinkTarget?, to runs: inout [ArticleRun]) {
    if let last = runs.indices.last, runs[last].target == target {
      runs[last].text += text
    } else {
      runs.append(ArticleRun(text: text, target: target))
    }
  }

  /// The last word of a line, with what parts it from the next line's first.
  func ended(_ word: String, before next: String?) -> String {
    if word.hasSuffix("\u{AD}") { return String(word.dropLast()) }
    guard let next, let first = next.first else { return word }
    if word.hasSuffix("-") || word.hasSuffix("\u{2010}"), first.isLowercase,
      word.dropLast().last?.isLetter == true
    {
      let whole = (word.dropLast() + "-" + next).lowercased().filter { $0.isLetter || $0 == "-" }
      return hyphenated.contains(whole) ? word : String(word.dropLast())
    }
    return Self.isUnspaced(word.last) && Self.isUnspaced(first) ? word : word + " "
  }

  /// Of scripts that put no spaces between words: those of Chinese and Japanese.
  private static func isUnspaced(_ character: Character?) -> Bool {
    guard let scalar = character?.unicodeScalars.first else { return false }
    return (0x2E80...0x9FFF).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value)
      || (0xFF00...0xFF60).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
