import RectoPageModel

/// The structure tree's entry for one marked content of a tagged page (ISO 32000-2, 14.7).
package struct MarkedContent {
  /// The position in the tree: content of lower rank is read first.
  package let rank: Int
  /// Equal for content of one block-level element.
  package let block: Int32
  /// The block around it if its element may be a part of that one's lines, or else `block`.
  package let outer: Int32
  package let role: TextRole
  package let language: String?

  /// `type` is the standard structure type of the element, such as `H1`.
  package init(rank: Int, block: Int32, outer: Int32, type: String?, language: String?) {
    let role = type.flatMap { roles[$0] } ?? .paragraph
    self.init(rank: rank, block: block, outer: outer, role: role, language: language)
  }

  private init(rank: Int, block: Int32, outer: Int32, role: TextRole, language: String?) {
    self.rank = rank
    self.block = block
    self.outer = outer
    self.role = role
    self.language = language
  }

  /// The same content as a part of another block.
  func moved(to block: Int32, role: TextRole) -> MarkedContent {
    MarkedContent(rank: rank, block: block, outer: block, role: role, language: language)
  }
}

/// A word, by its index, with the marked content that it belongs to.
struct MarkedWord {
  let word: Int
  let content: MarkedContent
}

/// The standard structure types of ISO 32000-2, 14.8.4, that the page model tells apart.
private let roles: [String: TextRole] = [
  "P": .paragraph, "Title": .title, "H": .heading1, "H1": .heading1, "H2": .heading2,
  "H3": .heading3, "H4": .heading4, "H5": .heading5, "H6": .heading6, "LI": .listItem,
  "LBody": .listItem, "Lbl": .listItem, "TD": .tableCell, "TH": .tableCell,
  "Caption": .caption, "BlockQuote": .quote, "Quote": .quote, "Code": .code, "Note": .note,
  "Formula": .formula, "TOCI": .tableOfContents, "Artifact": .artifact,
]
