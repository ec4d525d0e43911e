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
      append(word, Article.Place.places(of: word, page: page, line: index))
    }
  }

  private mutating func append(_ word: TextWord, _ places: [Article.Place]) {
    let style = styles.style(of: word.font)
    let target = links.first { link in
      link.quads.contains { $0.bounds.contains(word.box.center) }
    }?.target
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
