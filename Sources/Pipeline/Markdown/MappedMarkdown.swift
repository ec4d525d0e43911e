import RectoPageModel

/// Markdown (CommonMark with GitHub's tables) and the places of its text on the pages.
///
/// Offsets are bytes of its UTF-8. Signs of Markdown and spaces belong to no span, so that every
/// letter that was read from a page is in exactly one.
public struct MappedMarkdown: Sendable, Hashable {
  public internal(set) var text: String
  /// In the order of the text; none overlaps another.
  public internal(set) var spans: [Span]

  /// A word, or the part of one that stands on one line; or a picture.
  public struct Span: Sendable, Hashable {
    /// Bytes of the text.
    public let range: Range<Int>
    /// The same in Unicode code points, as Python counts.
    public let codePoints: Range<Int>
    /// The index of the page.
    public let page: Int
    /// The index among all lines of the page's text; nil for a picture.
    public let line: Int?
    /// Covers the ink, in points.
    public let quad: Quad
    public let direction: TextDirection
    /// One for each grapheme cluster; none for a picture.
    public let characters: [Character]
  }

  /// A grapheme cluster of a span.
  public struct Character: Sendable, Hashable {
    /// The byte of the text at which it begins, with the backslash that it may need.
    public let start: Int
    /// The part of the span's quad.
    public let extent: Article.Place.Extent
  }

  /// A quad on a page.
  public struct PlacedQuad: Sendable, Hashable {
    public let page: Int
    public var quad: Quad
  }

  /// The areas to highlight for a range of bytes, in the order of the text: one for each line that it
  /// touches, and for each picture. A character that is touched counts as a whole.
  public func quads(of range: Range<Int>) -> [PlacedQuad] {
    guard !range.isEmpty else { return [] }
    var quads: [PlacedQuad] = []
    var last: Span?
    for span in spans[firstSpan(endingAfter: range.lowerBound)...] {
      guard span.range.lowerBound < range.upperBound else { break }
      let quad = span.quad(of: range)
      if let last, let line = last.line, span.line == line, span.page == last.page,
        span.direction == last.direction,
        let joined = quads[quads.count - 1].quad.joined(quad, isVertical: span.isVertical)
      {
        quads[quads.count - 1].quad = joined
      } else {
        quads.append(PlacedQuad(page: span.page, quad: quad))
      }
      last = span
    }
    return quads
  }

  private func firstSpan(endingAfter offset: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension MappedMarkdown.Span {
  fileprivate var isVertical: Bool { direction == .topToBottom }

  /// The part of its quad for those of its characters that `range` touches.
  fileprivate func quad(of range: Range<Int>) -> Quad {
    let touched = characters.indices.filter { index in
      let end = index + 1 < characters.count ? characters[index + 1].start : self.range.upperBound
      return characters[index].start < range.upperBound && end > range.lowerBound
    }
    guard touched.count < characters.count, let start = touched.map(startShare).min(),
      let end = touched.map(endShare).max()
    else { return quad }
    return quad.part(from: start, to: end, isVertical: isVertical)
  }

  private func startShare(_ index: Int) -> Double { Double(characters[index].extent.start) }
  private func endShare(_ index: Int) -> Double { Double(characters[index].extent.end) }

  /// The area of one character.
  public func quad(ofCharacter index: Int) -> Quad {
    quad.part(from: startShare(index), to: endShare(index), isVertical: isVertical)
  }
}

extension Quad {
  var isUpright: Bool { self == Quad(bounds) }

  /// The area of two words of a line; nil if one is turned, or much larger than the other, whose area
  /// would hold words of other lines.
  fileprivate func joined(_ next: Quad, isVertical: Bool) -> Quad? {
    let (a, b) = (bounds, next.bounds)
    let (depth, nextDepth) = isVertical ? (a.width, b.width) : (a.height, b.height)
    guard isUpright, next.isUpright, 2 * depth > nextDepth, 2 * nextDepth > depth else {
      return nil
    }
    return Quad(a.union(b))
  }
}

extension MappedMarkdown {
  /// Articles one after the other. Pictures have the names `picture-1.jpg` and so on.
  public init(_ articles: [Article]) {
    var writer = MarkdownWriter()
    var pictureCount = 0
    for article in articles { writer.add(article.blocks, &pictureCount) }
    self = writer.markdown
  }
}

extension MarkdownWriter {
  fileprivate mutating func add(_ blocks: [Article.Block], _ pictureCount: inout Int) {
    let names = Dictionary(
      uniqueKeysWithValues: blocks.indices.filter { blocks[$0].kind.isPicture }.map { index in
        pictureCount += 1
        return (index, "picture-\(pictureCount).jpg")
      })
    add(blocks) { names[$0] }
  }
}
