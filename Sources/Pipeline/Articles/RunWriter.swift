import RectoPageModel

/// Makes runs of the lines of a block, with spaces between words and divided words joined.
struct RunWriter {
  /// The block's own style, from which runs differ.
  let own: FontStyle
  let links: [Link]
  private(set) var runs: [Article.Run] = []
  private var last: TextLine?
  private var styles = FontStyles()

  init(own: FontStyle, links: [Link]) {
    self.own = own
    self.links = links
  }

  /// Adds a line of a page, whose index is counted over the whole page.
  mutating func add(_ line: TextLine, page: Int, index: Int) {
    guard !line.words.isEmpty else { return }
    if let last { runs.join(last.join(line)) }
    last = line
    for (number, word) in line.words.enumerated() {
      if number > 0, !line.words[number - 1].joinsNext { runs.join(.space) }
      for part in parts(of: word) {
        append(part, Article.Place.places(of: part, page: page, line: index))
      }
    }
  }

  private func link(at point: Point) -> Link? {
    links.first { $0.quads.contains { $0.bounds.contains(point) } }
  }

  /// A word in parts where signs before or behind a link are not in its area, such as a comma.
  private func parts(of word: TextWord) -> [TextWord] {
    guard word.quad == nil, word.direction == .leftToRight, word.glyphs.count == word.text.count,
      let link = link(at: word.box.center)
    else { return [word] }
    let letters = Array(zip(word.text, word.glyphs))
    func isOutside(_ letter: (Character, Rect)) -> Bool {
      letter.0.isPunctuation && !link.quads.contains { $0.bounds.contains(letter.1.center) }
    }
    let start = letters.prefix(while: isOutside).count
    let end = letters.count - letters.reversed().prefix(while: isOutside).count
    guard start < end, start > 0 || end < letters.count else { return [word] }
    return [0..<start, start..<end, end..<letters.count].filter { !$0.isEmpty }.map { range in
      var part = word
      part.text = String(letters[range].map(\.0))
      part.glyphs = letters[range].map(\.1)
      part.box = part.glyphs.dropFirst().reduce(part.glyphs[0]) { $0.union($1) }
      return part
    }
  }

  private mutating func append(_ word: TextWord, _ places: [Article.Place]) {
    let style = styles.style(of: word.font)
    let target = link(at: word.box.center)?.target
    let run = Article.Run(
      text: word.text, isBold: style.isBold && !own.isBold,
      isItalic: style.isItalic != own.isItalic, target: target,
      places: places)
    if let last = runs.last, last.isBold == run.isBold, last.isItalic == run.isItalic,
      last.target == run.target
    {
      runs[runs.count - 1].append(run.text, run.places)
    } else {
      runs.append(run)
    }
  }
}

extension [Article.Run] {
  /// Ends the text so that its continuation can be appended.
  mutating func join(_ join: LineJoin) {
    guard let last = indices.last else { return }
    switch join {
    case .space: self[last].text += " "
    case .directly: break
    case .withoutHyphen:
      self[last].removeLast()
      if self[last].text.isEmpty { removeLast() }
    }
  }
}
