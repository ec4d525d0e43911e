import CRectoPopplerPage
import RectoPageModel
import RectoTextLayout

/// The reading order that a tagged PDF states (ISO 32000-2, 14.8): for each page, the order of its
/// marked content and its blocks.
final class StructureOrder {
  /// Nil for a document without tags.
  private let tree: OpaquePointer?
  private var pages: [Int: TaggedPage] = [:]
  private var isWhole = false

  /// Calls `recto_structure_new`.
  init(document: OpaquePointer) { tree = recto_structure_new(document) }

  deinit { recto_structure_free(tree) }

  /// True if the document has tags.
  var isTagged: Bool { tree != nil }

  func isTagged(page: Int) -> Bool { !contents(ofPage: page).order.isEmpty }

  /// The replacement text of the elements around a marked content (ISO 32000-2, 14.9.3); nil if
  /// they have none, or if it is in none.
  func alternative(ofContent identifier: Int32, on page: Int) -> String? {
    contents(ofPage: page).alternatives[identifier]
  }

  /// The page's words in the order of the tree, or nil where the page is not tagged well enough.
  ///
  /// Calls `recto_structure_read_all` where words have marks that are not in the tree: its parent tree
  /// may lack them.
  func order(_ builder: TextBuilder, on page: Int) -> PageText? {
    var contents = contents(ofPage: page).order
    if let tree, !isWhole, !contents.isEmpty,
      builder.text.words.contains(where: { $0.mcid >= 0 && contents[$0.mcid] == nil })
    {
      isWhole = true
      recto_structure_read_all(tree)
      pages = [:]
      contents = self.contents(ofPage: page).order
    }
    return contents.isEmpty ? nil : MarkedOrder(contents: contents).order(builder)
  }

  /// Calls `recto_structure_contents`, once for each page.
  private func contents(ofPage index: Int) -> TaggedPage {
    if let page = pages[index] { return page }
    var page = TaggedPage()
    var count = 0
    if let tree, let list = recto_structure_contents(tree, Int32(clamping: index), &count) {
      page = TaggedPage(UnsafeBufferPointer(start: list, count: count))
    }
    pages[index] = page
    return page
  }
}

/// The marked content of a page, by its identifiers.
private struct TaggedPage {
  private(set) var order: [Int32: MarkedContent] = [:]
  /// Replacement texts.
  private(set) var alternatives: [Int32: String] = [:]

  init() {}

  init(_ contents: UnsafeBufferPointer<recto_content>) {
    // Content that occurs twice in the tree is read at its first position.
    for (rank, content) in contents.enumerated() where order[content.mcid] == nil {
      let language = languageTag(content.language.map { String(cString: $0) })
      order[content.mcid] = MarkedContent(
        rank: rank, block: content.block, outer: content.outer,
        type: content.role.map { String(cString: $0) }, language: language)
      alternatives[content.mcid] = content.alternative.map { String(cString: $0) }
    }
  }
}
