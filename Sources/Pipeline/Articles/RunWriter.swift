import PageModel

/// How a font looks, as its name says.
struct FontStyle: Hashable {
  var isBold = false
  var isItalic = false

  init(_ name: String?) {
    guard let name = name?.lowercased() else { return }
    isBold = ["bold", "black", "heavy", "demi", "medi"].contains { name.contains($0) }
    isItalic = ["italic", "oblique"].contains { name.contains($0) }
  }
}

/// Makes runs of the lines of a block: spaces between words, halves of parted words joined.
struct RunWriter {
  /// The block's own style, from which runs differ.
  let own: FontStyle
  let links: [Link]
  private(set) var runs: [Article.Run] = []
  private var isParted = false

  init(own: FontStyle, links: [Link]) {
    self.own = own
    self.links = links
  }

  mutating func add(_ line: TextLine) {
    for (index, word) in line.words.enumerated() {
      let isLast = index == line.words.count - 1
      let joins = isParted || runs.isEmpty || index > 0 && line.words[index - 1].joinsNext
      if !joins { runs[runs.count - 1].text += " " }
      if isParted { runs[runs.count - 1].text.removeLast() }
      isParted = isLast && word.endsInParting
      append(word)
    }
  }

  private mutating func append(_ word: TextWord) {
    let style = FontStyle(word.font)
    let target = links.first { link in
      link.quads.contains { $0.bounds.contains(word.box.center) }
    }?.target
    let run = Article.Run(
      text: word.text, isBold: style.isBold && !own.isBold,
      isItalic: style.isItalic != own.isItalic, target: target)
    if let last = runs.last, last.isBold == run.isBold, last.isItalic == run.isItalic,
      last.target == run.target
    {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }
}
