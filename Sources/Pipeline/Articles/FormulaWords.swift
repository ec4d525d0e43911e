import RectoPageModel

extension PageText {
  /// With the alternative texts of formulas in place of their signs, which say little one after the
  /// other: a fraction is "ab" there. Lines keep their numbers.
  var withFormulasInWords: PageText {
    var text = self
    for block in text.blocks.indices {
      for line in text.blocks[block].lines.indices
      where !text.blocks[block].lines[line].formulas.isEmpty {
        text.blocks[block].lines[line] = text.blocks[block].lines[line].withFormulasInWords
      }
    }
    return text
  }
}

extension TextLine {
  fileprivate var withFormulasInWords: TextLine {
    var line = TextLine(box: box, baseline: baseline, words: [])
    var end = 0
    for formula in formulas {
      guard case .text(let alternative) = formula.alternative else { continue }
      let signs = words[formula.words]
      line.words += words[end..<formula.words.lowerBound]
      end = formula.words.upperBound
      // The largest sign looks most like the text around it, as a numerator does not.
      guard var word = signs.max(by: { $0.size < $1.size }) else { continue }
      word.text = alternative.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      word.box = signs.reduce(word.box) { $0.union($1.box) }
      word.quad = nil
      word.direction = .leftToRight
      word.glyphs = []
      word.joinsNext = words[end - 1].joinsNext
      line.words.append(word)
    }
    line.words += words[end...]
    return line
  }
}
