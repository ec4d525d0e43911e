import CRecto
import RectoJSON
import RectoPageModel
import RectoPipeline

func linksAnswer(_ links: [Link]) -> StructAnswer<recto_links> {
  StructAnswer { memory in
    let targets = Targets(links.map(\.target))
    var result = recto_links()
    result.link_count = links.count
    result.quad_starts = memory.array(starts(of: links.map(\.quads.count)))
    let quads = links.flatMap(\.quads)
    result.quad_count = quads.count
    result.quads = memory.array(quads.reduce(into: [Double]()) { $0.append($1) })
    result.target_kinds = memory.array(targets.kinds)
    result.target_pages = memory.array(targets.pages)
    result.target_points = memory.array(targets.points)
    result.target_names = memory.strings(targets.names)
    return result
  } json: { json in
    json.array(links) { $0.value($1) }
  }
}

func outlineAnswer(_ items: [OutlineItem]) -> StructAnswer<recto_outline> {
  var entries: [(item: OutlineItem, depth: UInt32)] = []
  func add(_ items: [OutlineItem], depth: UInt32) {
    for item in items {
      entries.append((item, depth))
      add(item.children, depth: depth + 1)
    }
  }
  add(items, depth: 0)
  return StructAnswer { memory in
    let targets = Targets(entries.map(\.item.target))
    var result = recto_outline()
    result.entry_count = entries.count
    result.titles = memory.strings(entries.map(\.item.title))
    result.depths = memory.array(entries.map(\.depth))
    result.target_kinds = memory.array(targets.kinds)
    result.target_pages = memory.array(targets.pages)
    result.target_points = memory.array(targets.points)
    result.target_names = memory.strings(targets.names)
    return result
  } json: { json in
    json.array(items) { $0.value($1) }
  }
}

func articlesAnswer(_ articles: [Article]) -> StructAnswer<recto_articles> {
  StructAnswer { memory in
    let pages = articles.map(\.pages)
    var result = recto_articles()
    result.article_count = articles.count
    result.titles = memory.strings(articles.map(\.title))
    result.languages = memory.strings(articles.map(\.language))
    result.markdown = memory.strings(
      articles.map { article in ArticleMarkdown(article) { _ in nil }.text })
    result.page_starts = memory.array(starts(of: pages.map(\.count)))
    result.pages = memory.array(pages.flatMap { $0 }.map(Int64.init))
    result.word_counts = memory.array(articles.map { UInt32($0.wordCount) })
    return result
  } json: { json in
    json.object { json in
      json.key("articles")
      json.array(articles) { $0.value($1) }
    }
  }
}

/// The index of the first element of each list in all of them one after the other, and the number of
/// all elements.
func starts(of counts: [Int]) -> [UInt32] {
  counts.reduce(into: [0]) { starts, count in
    starts.append(starts[starts.count - 1] + UInt32(count))
  }
}

/// The targets of links and entries, as arrays.
private struct Targets {
  var kinds: [Int32] = []
  var pages: [Int64] = []
  var points: [Double] = []
  var names: [String?] = []

  init(_ targets: [LinkTarget?]) {
    for target in targets {
      switch target {
      case nil: add(Int(RECTO_TARGET_NONE))
      case .page(let index, let point): add(Int(RECTO_TARGET_PAGE), page: index, point)
      case .url(let url): add(Int(RECTO_TARGET_URL), name: url)
      case .file(let file): add(Int(RECTO_TARGET_FILE), name: file)
      case .action(let action): add(Int(RECTO_TARGET_ACTION), name: action)
      case .broken(let name): add(Int(RECTO_TARGET_BROKEN), name: name)
      }
    }
  }

  private mutating func add(
    _ kind: Int, page: Int = -1, _ point: Point? = nil, name: String? = nil
  ) {
    kinds.append(Int32(kind))
    pages.append(Int64(page))
    points += [point?.x ?? .nan, point?.y ?? .nan]
    names.append(name)
  }
}
