import CRectoPopplerPage
import RectoPageModel
import RectoTextLayout

/// The reading order that a tagged PDF states (ISO 32000-2, 14.8): for each page, which marked
/// content comes when, and in what block.
struct StructureOrder {
  /// By page and marked-content identifier.
  private var contents: [Int: [Int32: MarkedContent]] = [:]
  /// The same, for their alternative texts.
  private var alternatives: [Int: [Int32: String]] = [:]

  /// Calls `recto_structure_new`; a document without tags gives an empty order.
  init(document: OpaquePointer) {
    guard let structure = recto_structure_new(document) else { return }
    defer { recto_structure_free(structure) }
    var count = 0
    let list = UnsafeBufferPointer(start: recto_structure_contents(structure, &count), count: count)
    for (rank, content) in list.enumerated() {
      let type = content.role.map { String(cString: $0) }
      let language = languageTag(content.language.map { String(cString: $0) })
      let alternative = content.alternative.map { String(cString: $0) }
      // Content that stands twice in the tree is read where it comes first.
      if contents[Int(content.page)]?[content.mcid] == nil {
        contents[Int(content.page), default: [:]][content.mcid] = MarkedContent(
          rank: rank, block: content.block, outer: content.outer, type: type, language: language)
        alternatives[Int(content.page), default: [:]][content.mcid] = alternative
      }
    }
  }

  /// True if the tree has any content.
  var isTagged: Bool { !contents.isEmpty }

  func isTagged(page: Int) -> Bool { contents[page] != nil }

  /// The replacement text of the elements around a marked content (ISO 32000-2, 14.9.3); nil if
  /// they have none, or if it is in none.
  func alternative(ofContent identifier: Int32, on page: Int) -> String? {
    alternatives[page]?[identifier]
  }

  /// The page's words in the order of the tree, or nil where the page is not tagged well enough.
  func order(_ builder: TextBuilder, on page: Int) -> PageText? {
    contents[page].flatMap { MarkedOrder(contents: $0).order(builder) }
  }
}
