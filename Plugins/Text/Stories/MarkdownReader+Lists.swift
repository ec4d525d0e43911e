import RectoTypesetting

extension MarkdownReader {
  private static let bullets = ["•", "–", "◦"]

  /// The items of a list; the margins of a tight one are around the whole of it.
  func readList(_ list: MarkdownNode, _ block: BlockContext) {
    readItems(in: block, isTight: list.isTight) { inner in
      for (offset, item) in list.children.enumerated() {
        let first = result.story.items.count
        readBlocks(item, inner)
        mark(item: first, with: marker(of: item, list, offset: offset, inner), inner)
      }
    }
  }

  /// Reads items with the margins of a list.
  func readItems(in block: BlockContext, isTight: Bool, _ read: (BlockContext) -> Void) {
    let style = context.styles.block("list-item")
    let begin = result.story.items.count
    read(block.entering(style, "list-item", isTight: isTight))
    guard isTight, !block.isTight, result.story.items.count > begin else { return }
    setMargins(of: begin, top: style.paragraph.marginTop)
    setMargins(of: result.story.items.count - 1, bottom: style.paragraph.marginBottom)
  }

  private func marker(
    of item: MarkdownNode, _ list: MarkdownNode, offset: Int, _ block: BlockContext
  ) -> String {
    if let isChecked = item.isChecked { return isChecked ? "☑" : "☐" }
    if let start = list.orderedStart { return "\(start + offset)\(list.delimiter)" }
    return bullet(in: block)
  }

  func bullet(in block: BlockContext) -> String {
    Self.bullets[max(block.depth - 1, 0) % Self.bullets.count]
  }

  /// Puts the marker before an item's first paragraph. An item that begins with something else has
  /// an empty one before it.
  func mark(item index: Int, with marker: String, _ block: BlockContext) {
    let style = block.style("list-item", context.styles)
    let text = AttributedText(
      marker, style: context.styles.inline("list-marker", over: style.character))
    if result.story.items.indices.contains(index),
      case .paragraph(let paragraph) = result.story.items[index], paragraph.marker == nil
    {
      update(paragraphAt: index) { $0.marker = text }
    } else {
      let empty = Paragraph(AttributedText(), style: style.paragraph, marker: text)
      insert(.paragraph(empty), at: index)
    }
  }

  private func setMargins(of index: Int, top: Double? = nil, bottom: Double? = nil) {
    update(paragraphAt: index) { paragraph in
      paragraph.style.marginTop = top ?? paragraph.style.marginTop
      paragraph.style.marginBottom = bottom ?? paragraph.style.marginBottom
    }
  }
}
