import PageModel

/// A story of an issue as clean text, in the order in which it is read.
struct Article: Sendable {
  let title: String
  /// A BCP 47 tag, where the source states one.
  let language: String?
  let direction: TextDirection
  var blocks: [ArticleBlock]

  /// The indices of the pages that it is on.
  var pages: [Int] {
    var pages: [Int] = []
    for block in blocks where pages.last != block.page && !pages.contains(block.page) {
      pages.append(block.page)
    }
    return pages
  }

  var wordCount: Int {
    blocks.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count }
  }
}

/// A heading, a paragraph or a picture of an article.
struct ArticleBlock: Sendable {
  enum Kind: Sendable, Hashable {
    /// From 1, the most important, to 6.
    case heading(level: Int)
    case paragraph
    case picture(AlternativeText?)
  }

  var kind: Kind
  /// The text in parts of which each leads to one place or none.
  var runs: [ArticleRun] = []
  let page: Int
  /// Where it begins on that page, in points.
  let box: Rect

  var text: String { runs.map(\.text).joined() }
}

/// Some text with one target.
struct ArticleRun: Sendable, Hashable {
  var text: String
  let target: LinkTarget?
}
