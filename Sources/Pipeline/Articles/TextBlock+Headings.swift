import RectoPageModel

/// Finds headings that are set so close to their text that they are lines of the same block.
extension TextBlock {
  /// The maximum number of lines of a heading.
  private static let mostLines = 2
  /// The maximum width of a heading's last line, as a share of its column's, unless a sentence or
  /// a name follows.
  private static let widest = 0.9
  /// The minimum size of a bold heading, in multiples of the text's size.
  private static let leastOfBold = 0.9
  /// The minimum size of any other heading, in multiples of the text's size.
  private static let leastOfLarge = 1.15
  /// The minimum number of letters below a heading that differs from its text by the font only.
  private static let leastText = 50
  /// The maximum number of headings in a block.
  private static let mostHeadings = 8

  /// Several blocks where some lines are headings: the first ones, or bold ones between sentences.
  var withHeadingsApart: [TextBlock] {
    guard role == .paragraph, lines.count > 1 else { return [self] }
    var result: [TextBlock] = []
    var rest = self
    for _ in 0..<Self.mostHeadings {
      let cut = rest.endOfHeading ?? rest.headingInside
      guard let cut, let parts = rest.split(before: cut) else { break }
      result.append(parts.0)
      rest = parts.1
    }
    return result + [rest]
  }

  private func split(before cut: Int) -> (TextBlock, TextBlock)? {
    guard var first = TextBlock(role: role, lines: Array(lines[..<cut])),
      var second = TextBlock(role: role, lines: Array(lines[cut...]))
    else { return nil }
    (first.thread, second.thread) = (thread, thread)
    first.isContinuation = isContinuation
    return (first, second)
  }

  /// The number of lines at the start that are a heading: bold, larger or of another font than the text,
  /// and shorter than the other lines or followed by a line that begins as a sentence or a name does.
  private var endOfHeading: Int? {
    guard lines.count > 1, lines[0].plain.count > 2 else { return nil }
    guard let style = lines[0].headingStyle else { return endOfOtherFont }
    let count = lines.prefix { $0.headingStyle == style }.count
    guard count < lines.count else { return endOfFirstTitle ?? endOfOtherFont }
    guard isTitle(count, before: { !$0.begins(as: style) }) else { return endOfOtherFont }
    let rest = lines.dropFirst(count)
    guard let restStyle = mostCommon(rest.map { ($0.mainStyle, $0.plain.count) }) else {
      return nil
    }
    let isBold =
      style.isBold && !restStyle.isBold && style.size >= Self.leastOfBold * restStyle.size
    let isApart =
      (isBold || style.size >= Self.leastOfLarge * restStyle.size)
      && (isShort(count) || rest.first?.plain.first?.isUppercase == true)
    return isApart ? count : endOfOtherFont
  }

  /// The number of lines at the start that are of about the text's size and of another font, and not code.
  private var endOfOtherFont: Int? {
    let fonts = lines.map(\.mainFont)
    guard let font = fonts[0],
      let text = mostCommon(zip(fonts, lines).map { ($0, $1.plain.count) }), text != font,
      !lines[0].isMonospaced
    else { return nil }
    let count = zip(fonts, lines).prefix { $0 == font && $1.lastFont != text }.count
    guard isTitle(count, before: { $0.words.first?.font != font }),
      isShort(count) || Self.family(of: font) != text.map(Self.family),
      lines[count].plain.first?.isUppercase == true,
      lines[0].plain.first.map({ $0.isUppercase || $0.isNumber }) ?? false,
      lines[count...].reduce(0, { $0 + $1.plain.count }) >= Self.leastText,
      lines[0].mainStyle.size >= Self.leastOfBold * lines[count].mainStyle.size
    else { return nil }
    return count
  }

  private static func family(of font: String) -> String {
    String(font.prefix { $0 != "-" && $0 != "," })
  }

  /// True if some lines at the start may be a title, and the next one begins the text.
  private func isTitle(_ count: Int, before begins: (TextLine) -> Bool) -> Bool {
    (1...Self.mostLines).contains(count) && count < lines.count && lines[count - 1].endsAsTitle
      && begins(lines[count])
  }

  /// True if the last of some lines at the start leaves room that text would fill.
  private func isShort(_ count: Int) -> Bool {
    lines[count - 1].box.width < Self.widest * box.width
  }

  /// The end of the first of two titles in different fonts, of which one is a part of the other.
  private var endOfFirstTitle: Int? {
    guard lines.count == 2, lines[0].mainStyle.isBold, lines.allSatisfy(\.endsAsTitle),
      Set(lines[0].words.map(\.font)).isDisjoint(with: lines[1].words.map(\.font))
    else { return nil }
    return 1
  }

  /// The first bold line that stands by itself between lines that are not: behind a sentence or a short
  /// line, and above a line that begins as a sentence does.
  private var headingInside: Int? {
    guard lines.count > 2 else { return nil }
    return (1..<lines.count - 1).first { index in
      let (above, line, below) = (lines[index - 1], lines[index], lines[index + 1])
      guard let style = line.headingStyle, style.isBold, !above.mainStyle.isBold,
        !below.mainStyle.isBold, !below.begins(as: style), line.endsAsTitle, line.plain.count > 2,
        line.plain.first.map({ $0.isUppercase || $0.isNumber }) ?? false,
        line.box.width < Self.widest * box.width,
        below.plain.first?.isUppercase == true
      else { return false }
      return above.box.width < Self.widest * box.width
        || above.plain.last.map { ".!?:".contains($0) } ?? false
    }
  }
}

/// The weight and size of a line's words.
private struct LineStyle: Hashable {
  let isBold: Bool
  let size: Double
}

extension TextLine {
  private var styles: [(LineStyle, Int)] {
    var fonts = FontStyles()
    return words.map {
      (LineStyle(isBold: fonts.style(of: $0.font).isBold, size: $0.size), $0.text.count)
    }
  }

  /// The style of most letters.
  fileprivate var mainStyle: LineStyle {
    mostCommon(styles) ?? LineStyle(isBold: false, size: 0)
  }

  /// The style of all words or, if the line begins with a section number, that of the number, the
  /// last word and most letters; nil for other lines.
  fileprivate var headingStyle: LineStyle? {
    let isNumbered =
      plain.first?.isNumber == true && styles.first?.0 == mainStyle && styles.last?.0 == mainStyle
    return isNumbered || styles.allSatisfy { $0.0 == mainStyle } ? mainStyle : nil
  }

  /// True if its first word has a style that the whole line does not have, such as the end of a
  /// title before text on the same line.
  fileprivate func begins(as style: LineStyle) -> Bool {
    headingStyle == nil && styles.first?.0 == style
  }

  fileprivate var endsAsTitle: Bool { plain.last.map { !".,;:-\u{2010}".contains($0) } ?? false }

  /// The font of most letters.
  fileprivate var mainFont: String? { mostCommon(words.map { ($0.font, $0.text.count) }) ?? nil }

  fileprivate var lastFont: String? { words.last?.font }

  fileprivate var isMonospaced: Bool {
    words.allSatisfy { FontStyle($0.font).isMonospaced }
  }
}
