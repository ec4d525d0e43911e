import RectoMarkup
import RectoPageModel

/// The NCX of EPUB 2 (OPF 2.0.1, 2.4.1; ANSI/NISO Z39.86, 8).
struct NCXDocument {
  private(set) var contents: [NavigationEntry] = []
  private(set) var pageList: [NavigationEntry] = []
  private let path: RelativePath
  private var count = 0

  /// Throws the errors of reading XML, and `damaged` if it is not an NCX.
  init(_ bytes: FileBytes, at path: RelativePath) throws(PageError) {
    self.path = path
    var reader = self
    let lists = try XMLDocument(bytes, as: .xml).withRoot { root throws(PageError) in
      guard root.name == "ncx" else { throw PageError(.damaged, "its root is not ncx") }
      return (
        reader.entries(root.children(named: "navMap").first, named: "navPoint"),
        reader.entries(root.children(named: "pageList").first, named: "pageTarget")
      )
    }
    (contents, pageList) = lists
  }

  /// The entries in the order of the document; a `playOrder` that differs from it is seldom right.
  private mutating func entries(_ parent: XMLElement?, named name: String) -> [NavigationEntry] {
    var entries: [NavigationEntry] = []
    for element in parent?.children(named: name) ?? [] {
      count += 1
      guard count <= BookLimits.entries else { break }
      let label = element.children(named: "navLabel").first?.children(named: "text").first
      let source = element.children(named: "content").first?.attribute("src")?.trimmed ?? ""
      let target = source.isEmpty ? nil : BookReference(source, from: path)
      let children = self.entries(element, named: name)
      let words = label?.text.collapsed ?? (name == "pageTarget" ? element.pageNumber : "")
      guard !words.isEmpty || target != nil || !children.isEmpty else { continue }
      entries.append(NavigationEntry(label: words, target: target, children: children))
    }
    return entries
  }
}

extension XMLElement {
  /// The name of a page target without a label.
  fileprivate var pageNumber: String { attribute("value")?.collapsed ?? "" }
}
