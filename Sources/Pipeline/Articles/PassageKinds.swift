import PageModel

/// Tells headings and quotes from text: by their roles where the source gives any, else by how
/// large they are beside most of the text.
struct PassageKinds {
  /// In points, of most letters.
  let textSize: Double
  private let textIsBold: Bool

  /// More is no heading, however large.
  private static let longestHeading = 200
  private static let mostHeadingLines = 5
  /// Of a heading that is no larger than the text, only bolder.
  private static let longestBoldHeading = 80

  init(_ passages: [Passage]) {
    textSize = mostCommon(passages.map { ($0.size, $0.letterCount) }) ?? 0
    let text = textSize
    textIsBold =
      mostCommon(passages.filter { $0.size == text }.map { ($0.isBold, $0.letterCount) }) ?? false
  }

  func kind(of passage: Passage) -> Article.Kind {
    switch passage.role {
    case .title, .heading1: .heading(level: 1)
    case .heading2: .heading(level: 2)
    case .heading3: .heading(level: 3)
    case .heading4: .heading(level: 4)
    case .heading5: .heading(level: 5)
    case .heading6: .heading(level: 6)
    case .listItem, .tableOfContents: .listItem
    case .quote: .quote
    case .paragraph: paragraph(passage)
    case .tableCell, .caption, .code, .note, .formula, .artifact: .paragraph
    }
  }

  /// Of what calls itself a paragraph, or of which nothing is known.
  private func paragraph(_ passage: Passage) -> Article.Kind {
    let ratio = textSize > 0 && passage.size > 0 ? passage.size / textSize : 1
    let isShort =
      passage.letterCount <= Self.longestHeading && passage.lineCount <= Self.mostHeadingLines
    if isShort, !passage.isFinished {
      if ratio >= 1.8 { return .heading(level: 1) }
      if ratio >= 1.3 { return .heading(level: 2) }
      let isBolder = passage.isBold && !textIsBold
      if ratio >= 0.9, isBolder, passage.lineCount == 1,
        passage.letterCount <= Self.longestBoldHeading
      {
        return .heading(level: 3)
      }
    }
    return ratio >= 1.5 ? .quote : .paragraph
  }
}
