import PageModel
import Pipeline

/// Where articles begin: where the table of contents says, else at the most important headings.
struct ArticleDivision: Sendable {
  private struct Start {
    let title: String
    let page: Int
    let y: Double
  }

  private static let maximumArticles = 5_000

  private let starts: [Start]

  init(_ outline: [OutlineItem]) {
    var starts: [Start] = []
    func look(_ items: [OutlineItem], depth: Int) {
      for item in items where starts.count < Self.maximumArticles && depth < 32 {
        if item.children.isEmpty, case .page(let page, let point)? = item.target {
          starts.append(Start(title: item.title, page: page, y: point?.y ?? 0))
        }
        look(item.children, depth: depth + 1)
      }
    }
    look(outline, depth: 0)
    self.starts = starts.sorted { ($0.page, $0.y) < ($1.page, $1.y) }
  }

  /// Gives each block to an article, whose title is `name` where nothing else says one.
  func articles(of blocks: [ArticleBlock], name: String) -> [(
    title: String, blocks: [ArticleBlock]
  )] {
    let firsts = starts.isEmpty ? headings(blocks) : places(in: blocks)
    guard let first = firsts.first else { return [(name, blocks)] }
    var articles: [(String, [ArticleBlock])] = []
    if first.index > 0 { articles.append((name, Array(blocks[..<first.index]))) }
    for (number, begin) in firsts.enumerated() {
      let end = number + 1 < firsts.count ? firsts[number + 1].index : blocks.count
      if end > begin.index { articles.append((begin.title, Array(blocks[begin.index..<end]))) }
    }
    return articles
  }

  /// The first block of each article of the table of contents: on its page that with its title, else
  /// the first that stands no higher.
  private func places(in blocks: [ArticleBlock]) -> [(title: String, index: Int)] {
    var places: [(title: String, index: Int)] = []
    for start in starts {
      let from = places.last.map { $0.index + 1 } ?? 0
      guard
        let page = blocks[min(from, blocks.count)...].firstIndex(where: { $0.page >= start.page })
      else { continue }
      let onPage = blocks[page...].prefix { $0.page == start.page }
      let title = TextSearch.folded(start.title)
      let titled = onPage.firstIndex { block in
        if case .picture = block.kind { return false }
        return TextSearch.folded(block.text).hasPrefix(title)
      }
      let isAlone = starts.count { $0.page == start.page } == 1
      // What stands over the title is the article's own, unless another one is on the page.
      let index = isAlone ? page : titled ?? onPage.firstIndex { $0.box.minY >= start.y } ?? page
      places.append((start.title, index))
    }
    return places
  }

  private func headings(_ blocks: [ArticleBlock]) -> [(title: String, index: Int)] {
    let found: [(title: String, index: Int)] = blocks.enumerated().compactMap { index, block in
      block.kind == .heading(level: 1) ? (block.text, index) : nil
    }
    return Array(found.prefix(Self.maximumArticles))
  }
}
