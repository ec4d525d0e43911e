import PageModel
import Pipeline

/// Makes articles of a publication: its text in reading order without what belongs to pages only,
/// with pictures where they stand.
struct ArticleReader: Sendable {
  let publication: OpenPublication

  /// In their order; none where there is no text. Reads all pages, and leaves out those that cannot be
  /// read.
  func articles() async throws(PageError) -> [Article] {
    let publication = publication
    var pages: [ArticlePage] = []
    for await element in publication.inOrder(
      0..<publication.pageCount,
      { index throws(PageError) in try await ArticlePage(index, of: publication) })
    {
      if let page = try? element.result.get() { pages.append(page) }
    }
    guard !Task.isCancelled else { throw PageError(.cancelled, "the request was withdrawn") }
    guard pages.contains(where: { !$0.text.blocks.isEmpty }) else { return [] }
    let outline = try await publication.outline()
    let info = try await publication.info
    let blocks = blocks(of: pages)
    let name =
      info.metadata.title ?? Source(path: publication.source, content: .folder(entries: [])).name
    return ArticleDivision(outline).articles(of: blocks, name: name).compactMap { title, blocks in
      article(title, blocks, pages, language: info.metadata.language)
    }
  }

  /// Nil for one without words, such as a cover.
  private func article(
    _ title: String, _ blocks: [ArticleBlock], _ pages: [ArticlePage], language: String?
  ) -> Article? {
    guard blocks.contains(where: { !$0.runs.isEmpty }) else { return nil }
    let own = Set(blocks.map(\.page))
    let words = pages.filter { own.contains($0.index) }.flatMap(\.text.blocks).flatMap(\.lines)
      .flatMap(\.words)
    let right = words.count { $0.direction == .rightToLeft }
    let down = words.count { $0.direction == .topToBottom }
    return Article(
      title: title, language: words.first { $0.language != nil }?.language ?? language,
      direction: right * 2 > words.count
        ? .rightToLeft : down * 2 > words.count ? .topToBottom : .leftToRight,
      blocks: blocks)
  }

  private func blocks(of pages: [ArticlePage]) -> [ArticleBlock] {
    let furniture = PageFurniture(pages)
    let lines = LineJoining(pages)
    let sizes = HeadingSizes(pages)
    var blocks: [ArticleBlock] = []
    for page in pages {
      var pictures = page.pictures
      for block in page.text.blocks where !furniture.contains(block, of: page) {
        // A picture stands before the first text that begins below its middle, beside or under it.
        while let place = pictures.firstIndex(where: { $0.box.center.y <= block.box.minY }) {
          blocks.append(picture(pictures.remove(at: place), on: page))
        }
        let runs = lines.runs(of: block) { page.target(of: $0) }
        guard runs.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { continue }
        let made = ArticleBlock(
          kind: sizes.level(of: block).map { .heading(level: $0) } ?? .paragraph, runs: runs,
          page: page.index, box: block.box)
        if !join(made, to: &blocks, block, lines) { blocks.append(made) }
      }
      blocks += pictures.map { picture($0, on: page) }
    }
    return blocks
  }

  private func picture(_ picture: PlacedImage, on page: ArticlePage) -> ArticleBlock {
    ArticleBlock(
      kind: .picture(picture.alternative), page: page.index,
      box: picture.box.intersection(Rect(page.size)) ?? picture.box)
  }

  /// Whether it went to the paragraph before: an initial's rest, or what goes on in the next column or on
  /// the next page.
  private func join(
    _ block: ArticleBlock, to blocks: inout [ArticleBlock], _ source: TextBlock,
    _ lines: LineJoining
  ) -> Bool {
    guard block.kind == .paragraph, source.role == .paragraph,
      let index = blocks.lastIndex(where: { if case .picture = $0.kind { false } else { true } }),
      blocks[index].kind == .paragraph, let first = block.text.first
    else { return false }
    let before = blocks[index].text
    let isInitial = before.count == 1 && before.first?.isUppercase == true
    let goesOn =
      first.isLowercase && before.count > 40
      && !".!?:;\u{2026}\u{201D}\"".contains(before.last ?? ".")
    guard isInitial || goesOn else { return false }
    if goesOn, let last = blocks[index].runs.indices.last {
      let words = blocks[index].runs[last].text.split(
        separator: " ", omittingEmptySubsequences: false)
      let start = words.dropLast().joined(separator: " ")
      let next = block.text.split(separator: " ").first.map(String.init)
      blocks[index].runs[last].text =
        (start.isEmpty ? "" : start + " ")
        + lines.ended(words.last.map(String.init) ?? "", before: next)
    }
    for run in block.runs { LineJoining.append(run.text, run.target, to: &blocks[index].runs) }
    return true
  }
}

extension ArticlePage {
  /// Where a word leads whose middle lies in a link.
  fileprivate func target(of word: TextWord) -> LinkTarget? {
    let middle = word.box.center
    return links.first { link in
      switch link.target {
      case .page, .url: link.quads.contains { $0.bounds.contains(middle) }
      default: false
      }
    }?.target
  }
}
