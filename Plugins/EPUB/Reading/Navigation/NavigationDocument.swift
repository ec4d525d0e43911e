import RectoMarkup
import RectoPageModel

/// The navigation document (EPUB 3.3, 7).
struct NavigationDocument {
  private(set) var contents: [NavigationEntry] = []
  private(set) var pageList: [NavigationEntry] = []
  private(set) var landmarks: [NavigationEntry] = []

  private static let vocabulary = "http://www.idpf.org/2007/ops"

  /// Throws what reading XML throws, and `damaged` where it has no table of contents.
  init(_ bytes: FileBytes, at path: RelativePath) throws(PageError) {
    let lists = try XMLDocument(bytes, as: .xml).withRoot { root throws(PageError) in
      Self.lists(in: root, at: path)
    }
    guard let contents = lists["toc"] else {
      throw PageError(.damaged, "it has no nav element with the type toc")
    }
    self.contents = contents
    pageList = lists["page-list"] ?? []
    landmarks = lists["landmarks"] ?? []
  }

  /// By their types; of two of one type the first counts.
  private static func lists(
    in root: XMLElement, at path: RelativePath
  ) -> [String: [NavigationEntry]] {
    var lists: [String: [NavigationEntry]] = [:]
    for nav in root.descendants(where: { $0.name == "nav" }) {
      for kind in nav.attribute("type", in: vocabulary)?.listed ?? [] where lists[kind] == nil {
        var reader = Reader(path: path)
        lists[kind] = nav.descendants { $0.name == "ol" }.first.map { reader.entries($0) } ?? []
      }
    }
    return lists
  }

  private struct Reader {
    let path: RelativePath
    private var count = 0

    init(path: RelativePath) { self.path = path }

    /// The entries of an `ol`. An entry without words and without children is skipped.
    mutating func entries(_ list: XMLElement) -> [NavigationEntry] {
      var entries: [NavigationEntry] = []
      for item in list.children(named: "li") {
        count += 1
        guard count <= BookLimits.entries else { break }
        let heading = item.children.first { $0.name == "a" || $0.name == "span" }
        let children = item.children(named: "ol").first.map { self.entries($0) } ?? []
        let target = heading?.attribute("href").flatMap { BookReference($0, from: path) }
        let label = heading.map(NavigationDocument.label) ?? ""
        guard !label.isEmpty || target != nil || !children.isEmpty else { continue }
        entries.append(
          NavigationEntry(
            label: label, target: target,
            kinds: heading?.attribute("type", in: vocabulary)?.listed ?? [], children: children))
      }
      return entries
    }
  }

  /// The words, with the alternative text of pictures among them (EPUB 3.3, 7.3); without any, the
  /// title.
  private static func label(_ element: XMLElement) -> String {
    let words = element.text { part in
      guard ["img", "audio", "video", "object", "svg", "math", "iframe"].contains(part.name) else {
        return nil
      }
      return part.alternative.map { " \($0) " } ?? (part.name == "img" ? "" : nil)
    }
    return [words, element.attribute("title") ?? ""].map(\.collapsed).first { !$0.isEmpty } ?? ""
  }
}

extension XMLElement {
  /// The alternative text of an element that is not text.
  fileprivate var alternative: String? {
    ["alt", "alttext", "aria-label", "title"].lazy.compactMap { self.attribute($0)?.collapsed }
      .first { !$0.isEmpty }
  }
}
