import RectoMarkup
import RectoPageModel

/// The navigation document (EPUB 3.3, 7).
struct NavigationDocument {
  private(set) var contents: [NavigationEntry] = []
  private(set) var pageList: [NavigationEntry] = []
  private(set) var landmarks: [NavigationEntry] = []

  /// True if it is not well-formed XML, and was read as HTML.
  let isMalformed: Bool

  private static let vocabulary = "http://www.idpf.org/2007/ops"

  /// Throws what reading XML throws, and `damaged` where it has no table of contents. One that is not
  /// well-formed is read as HTML, as other documents of the book are.
  init(_ bytes: FileBytes, at path: RelativePath) throws(PageError) {
    var lists: [String: [NavigationEntry]] = [:]
    do throws(PageError) {
      lists = try Self.lists(in: bytes, as: .xml, at: path)
      isMalformed = false
    } catch {
      guard error.code == .damaged else { throw error }
      lists = try Self.lists(in: bytes, as: .html, at: path)
      guard (lists["toc"] ?? lists[""])?.isEmpty == false else { throw error }
      isMalformed = true
    }
    // Where no list has the type, it is one without.
    guard let contents = lists["toc"] ?? lists[""] else {
      throw PageError(.damaged, "it has no nav element with the type toc")
    }
    self.contents = contents
    pageList = lists["page-list"] ?? []
    landmarks = lists["landmarks"] ?? []
  }

  private static func lists(
    in bytes: FileBytes, as form: XMLDocument.Form, at path: RelativePath
  ) throws(PageError) -> [String: [NavigationEntry]] {
    try XMLDocument(bytes, as: form).withRoot { root throws(PageError) in lists(in: root, at: path)
    }
  }

  /// The types of an element. HTML, and XML that declares no prefix, have them in an attribute with a
  /// colon in its name.
  private static func kinds(_ element: XMLElement?) -> [String] {
    (element?.attribute("type", in: vocabulary) ?? element?.attribute("epub:type"))?.listed ?? []
  }

  /// By their types; of two of one type the first counts.
  private static func lists(
    in root: XMLElement, at path: RelativePath
  ) -> [String: [NavigationEntry]] {
    var lists: [String: [NavigationEntry]] = [:]
    for nav in root.descendants(where: { $0.name == "nav" }) {
      let kinds = kinds(nav)
      for kind in kinds.isEmpty ? [""] : kinds where lists[kind] == nil {
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
        let heading = NavigationHeading(item)
        let children = heading.list.map { self.entries($0) } ?? []
        let target = heading.link?.attribute("href").flatMap { BookReference($0, from: path) }
        let label = heading.label
        guard !label.isEmpty || target != nil || !children.isEmpty else { continue }
        entries.append(
          NavigationEntry(
            label: label, target: target,
            kinds: NavigationDocument.kinds(heading.link ?? heading.element), children: children))
      }
      return entries
    }
  }
}
