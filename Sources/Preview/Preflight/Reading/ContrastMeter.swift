import RectoPageModel

/// Measures the contrast of a page's words: all of them in its picture, and those that seem pale once
/// more, large enough for the thinnest strokes.
struct ContrastMeter: Sendable {
  let limits: PreflightLimits
  /// Draws a part of the page at a scale.
  let draw: @Sendable (_ region: Rect, _ scale: Double) async throws(PageError) -> PagePicture

  /// Pixels a point at which words are measured again: a hairline has more than one.
  private static let largeScale = 6.0
  /// Pixels of such a picture at most.
  private static let maximumPixels = 4_000_000.0
  /// The maximum number of a page's lines that are measured again: more pale lines tell the
  /// publisher nothing new.
  private static let maximumLines = 60
  /// Rounding of colors to whole numbers makes less difference than this.
  private static let slack = 0.98
  /// A word of fewer pixels is not measured.
  private static let minimumPixels = 5.0

  /// The blocks with words of too little contrast. Page furniture and invisible letters, such as
  /// those behind a scan, are skipped.
  func blocks(of text: PageText, in picture: PagePicture) async throws(PageError)
    -> [BlockContrast]
  {
    var found: [BlockContrast] = []
    var measured = 0
    for block in text.blocks where block.role != .artifact {
      var pale: BlockContrast?
      for line in block.lines {
        let suspects = line.words.filter { isPale($0, in: picture) != nil }
        guard let first = suspects.first, measured < Self.maximumLines else { continue }
        measured += 1
        let region = suspects.dropFirst().reduce(first.box) { $0.union($1.box) }.insetBy(-2)
        let area = max(region.width * region.height, 1e-6)
        let scale = min(Self.largeScale, (Self.maximumPixels / area).squareRoot())
        let large = try await draw(region, scale)
        for word in suspects {
          guard let contrast = isPale(word, in: large) else { continue }
          let next = BlockContrast(
            box: word.box, ratio: contrast.ratio, wanted: limits.contrast(of: word),
            ink: contrast.ink, paper: contrast.paper, words: 1)
          pale = pale?.joined(with: next) ?? next
        }
      }
      if let pale { found.append(pale) }
    }
    return found
  }

  /// The measured contrast if it is too low.
  private func isPale(_ word: TextWord, in picture: PagePicture) -> WordContrast? {
    guard word.box.height * picture.scale >= Self.minimumPixels, word.quad == nil,
      word.text.contains(where: { $0.isLetter || $0.isNumber }),
      let contrast = WordContrast(of: word.box, in: picture),
      contrast.ratio < limits.contrast(of: word) * Self.slack
    else { return nil }
    return contrast
  }
}

extension PreflightLimits {
  /// The contrast that a word needs: large letters need less (WCAG 2.2, success criterion 1.4.3).
  func contrast(of word: TextWord) -> Double {
    let size = word.size > 0 ? word.size : word.box.height
    let name = word.font?.lowercased() ?? ""
    let isBold = ["bold", "black", "heavy"].contains { name.contains($0) }
    return size >= (isBold ? 14 : 18) ? largeTextContrast : textContrast
  }
}
