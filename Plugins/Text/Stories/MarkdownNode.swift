import CRectoCmark

/// A node of a Markdown document; the document owns it.
struct MarkdownNode {
  enum Kind {
    case paragraph
    case heading(level: Int)
    case quote
    case list
    case item
    case codeBlock
    case html
    case rule
    case table
    case tableRow
    case tableCell
    case footnote
    case text
    case softBreak
    case lineBreak
    case code
    case inlineHTML
    case emphasis
    case strong
    case strikethrough
    case link
    case image
    case footnoteCall
    case other
  }

  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  var kind: Kind {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(pointer)))
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_THEMATIC_BREAK: .rule
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .inlineHTML
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteCall
    default: kindOfExtension
    }
  }

  /// Extensions number their types as they are registered; their names are fixed.
  private var kindOfExtension: Kind {
    switch typeName {
    case "table": .table
    case "table_row", "table_header": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    case "tasklist": .item
    default: .other
    }
  }

  private var typeName: String { String(cString: cmark_node_get_type_string(pointer)) }

  /// Counted from 1 in the parsed text; 0 if unknown.
  var line: Int { Int(cmark_node_get_start_line(pointer)) }

  var firstChild: MarkdownNode? { cmark_node_first_child(pointer).map(MarkdownNode.init) }
  var lastChild: MarkdownNode? { cmark_node_last_child(pointer).map(MarkdownNode.init) }
  var next: MarkdownNode? { cmark_node_next(pointer).map(MarkdownNode.init) }

  var children: some Sequence<MarkdownNode> {
    sequence(state: firstChild) { next in
      defer { next = next?.next }
      return next
    }
  }

  var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }
  var url: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }
  var title: String { cmark_node_get_title(pointer).map { String(cString: $0) } ?? "" }

  // MARK: Lists and code

  /// The number of the first item; nil for bullets.
  var orderedStart: Int? {
    cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(pointer)) : nil
  }

  /// The delimiter after an item's number.
  var delimiter: String { cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM ? ")" : "." }
  var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }

  /// True if the box of a task is checked; nil for an item without a box.
  var isChecked: Bool? {
    typeName == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(pointer) : nil
  }

  /// The first word after the fence of a code block.
  var codeLanguage: String? {
    let info = cmark_node_get_fence_info(pointer).map { String(cString: $0) } ?? ""
    return info.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  // MARK: Tables

  /// `l`, `c`, `r` or 0 for each column.
  var alignments: [UInt8] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard count > 0, let alignments = cmark_gfm_extensions_get_table_alignments(pointer) else {
      return []
    }
    return Array(UnsafeBufferPointer(start: alignments, count: count))
  }

  var isHeader: Bool { typeName == "table_header" }

  // MARK: Text

  /// All text inside, without markup.
  var plainText: String {
    var text = ""
    forEachInside { node, isEntered in
      guard isEntered else { return .next }
      switch node.kind {
      case .text, .code: text += node.literal
      case .softBreak, .lineBreak: text += " "
      default: break
      }
      return .next
    }
    return text
  }

  enum Step {
    case next
    /// The end of the node that was entered.
    case over
  }

  /// Calls `body` when a node inside this one is entered and, where it can have others in it, when
  /// it is left. Calls `cmark_iter_next`, so that no depth of nesting needs a stack.
  func forEachInside(_ body: (MarkdownNode, _ isEntered: Bool) -> Step) {
    guard let iterator = cmark_iter_new(pointer) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let current = cmark_iter_get_node(iterator) else { return }
      guard current != pointer else { continue }
      let isEntered = event == CMARK_EVENT_ENTER
      if body(MarkdownNode(current), isEntered) == .over, isEntered {
        cmark_iter_reset(iterator, current, CMARK_EVENT_EXIT)
      }
    }
  }
}
