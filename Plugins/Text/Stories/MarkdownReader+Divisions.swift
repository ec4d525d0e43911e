/// Parts of a document that have a style of their own.
extension MarkdownReader {
  enum Division {
    case begin(BlockContext)
    case end
  }

  /// `::: name`, `<div class="name">` and their ends; nil for any other block.
  func division(_ node: MarkdownNode, _ block: BlockContext) -> Division? {
    switch node.kind {
    case .paragraph:
      guard node.firstChild?.pointer == node.lastChild?.pointer, let child = node.firstChild,
        case .text = child.kind, let classes = BlockAttributes.division(child.literal)
      else { return nil }
      return classes.isEmpty ? .end : .begin(block.adding(known(classes, line: node.line)))
    case .html:
      guard let tag = HTMLBlocks.division(node) else { return nil }
      if tag.isClosing { return .end }
      return .begin(block.adding(known(tag.classes, line: node.line)).entering(tag))
    default: return nil
    }
  }
}
