import RectoPageModel

/// Words lie in their line, lines in their block, and glyphs in their word.
struct TextTreeCheck: PageCheck {
  let name = "text-tree"

  /// Points by which a child may reach out: rounding, and no more.
  private static let margin = 0.5

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    var complaints: [String] = []
    for block in text.blocks {
      if block.lines.isEmpty { complaints.append("a block has no lines") }
      for line in block.lines {
        if line.words.isEmpty { complaints.append("a line has no words") }
        if !block.box.contains(line.box, margin: Self.margin) {
          complaints.append("the line \"\(line.plain)\" leaves the box of its block")
        }
        for word in line.words {
          complaints += self.complaints(about: word)
          if !line.box.contains(word.box, margin: Self.margin) {
            complaints.append("the word \"\(word.text)\" leaves the box of its line")
          }
        }
      }
    }
    return complaints
  }

  private func complaints(about word: TextWord) -> [String] {
    var complaints: [String] = []
    let name = "the word \"\(word.text)\""
    if word.text.isEmpty { complaints.append("a word is empty") }
    if word.text.contains(where: \.isWhitespace) { complaints.append("\(name) has a space in it") }
    if !word.box.isSane { complaints.append("the box of \(name) is not a rectangle") }
    if !word.size.isFinite || word.size < 0 { complaints.append("\(name) has no size") }
    if word.glyphs.count != word.text.count {
      complaints.append(
        "\(name) has \(word.glyphs.count) glyph boxes for \(word.text.count) characters")
    }
    // Swashes, and marks set beside their letter, reach out of the word.
    let margin = 1 + 0.25 * word.size
    if !word.glyphs.allSatisfy({ $0.isSane && word.box.contains($0, margin: margin) }) {
      complaints.append("a glyph of \(name) lies outside of it")
    }
    return complaints
  }
}
