import RectoPageModel

/// The styles of titles that have the size and weight of the body text: italics, capitals or
/// another font.
///
/// A style is one of titles if most of its separate lines have text below them, unlike cells,
/// captions and listings.
struct TitleStyles {
  private struct Style: Hashable {
    let family: String?
    let isItalic: Bool
    let isCapitals: Bool
    /// The font size in tenths of a point.
    let size: Int

    init(_ passage: Passage) {
      family = passage.family
      isItalic = passage.isItalic
      isCapitals = passage.isCapitals
      size = Int(exactly: (10 * passage.size).rounded()) ?? 0
    }
  }

  private static let leastTitles = 2
  /// The maximum length of a title in letters.
  private static let longest = 80
  /// The largest gap between a title and its text, in multiples of its font size.
  private static let widestGap = 2.5

  /// The minimum length of a word in letters; names of variables are shorter.
  private static let shortestWord = 4

  private let styles: Set<Style>

  /// `passages` are in reading order; `isText` is true for passages in the style of the body text.
  init(_ passages: [Passage], isText: (Passage) -> Bool) {
    var counts: [Style: (titles: Int, others: Int)] = [:]
    for (index, passage) in passages.enumerated() where Self.isLine(passage) {
      let style = Style(passage)
      guard !isText(passage) || style.isCapitals else { continue }
      let previous = index > 0 ? passages[index - 1] : nil
      // A line below a title may be an author.
      if let previous, Self.isTitle(previous, above: passage) { continue }
      if index + 1 < passages.count, isText(passages[index + 1]),
        Self.isTitle(passage, of: passages[index + 1], behind: previous)
      {
        counts[style, default: (0, 0)].titles += 1
      } else if !Self.isAboveTitle(index, in: passages, isText) {
        counts[style, default: (0, 0)].others += 1
      }
    }
    styles = Set(
      counts.filter { $0.value.titles >= max(Self.leastTitles, $0.value.others + 1) }.keys)
  }

  /// True if the title of a subsection, in another style, is between a line and the text: this says
  /// nothing about the line.
  private static func isAboveTitle(
    _ index: Int, in passages: [Passage], _ isText: (Passage) -> Bool
  ) -> Bool {
    guard index + 2 < passages.count else { return false }
    let (line, title, text) = (passages[index], passages[index + 1], passages[index + 2])
    return isLine(title) && Style(title) != Style(line) && isAbove(line, title) && isText(text)
      && isTitle(title, of: text, behind: line)
  }

  func contains(_ passage: Passage) -> Bool {
    Self.isLine(passage) && styles.contains(Style(passage))
  }

  /// True for a line that may be a title: it begins like one, has a whole word, and is neither a
  /// formula nor code.
  private static func isLine(_ passage: Passage) -> Bool {
    passage.role == .paragraph && passage.lineCount == 1 && passage.letterCount <= longest
      && !passage.isFinished && !passage.isCode
      && passage.text.first.map { $0.isUppercase || $0.isNumber } ?? false
      && passage.text.split { !$0.isLetter }.contains { $0.count >= shortestWord }
      && !passage.text.contains { $0.isMathSymbol }
  }

  /// True if a line is above text, and at least as near to it as to the passage above.
  private static func isTitle(_ line: Passage, of text: Passage, behind previous: Passage?) -> Bool
  {
    let gap = text.box.minY - line.box.maxY
    guard text.page == line.page, text.isFinished || text.isBodyText, !text.isContinuation,
      text.letterCount > line.letterCount, (-0.3...widestGap).contains(gap / line.size),
      line.box.minX >= text.box.minX - line.size, line.box.maxX <= text.box.maxX + line.size
    else { return false }
    guard let previous, isAbove(previous, line) else { return true }
    return line.box.minY - previous.lastBox.maxY >= max(gap, 0) - 1
  }

  private static func isTitle(_ above: Passage, above below: Passage) -> Bool {
    isAbove(above, below) && above.lineCount < 3 && !above.isFinished
      && (above.size > 1.1 * below.size || above.isBold && !below.isBold)
  }

  private static func isAbove(_ above: Passage, _ below: Passage) -> Bool {
    above.page == below.page && above.box.minY < below.box.minY
      && above.box.minX < below.box.maxX && above.box.maxX > below.box.minX
  }
}
