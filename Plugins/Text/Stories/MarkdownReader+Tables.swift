import RectoTypesetting

extension MarkdownReader {
  func readTable(_ node: MarkdownNode, _ block: BlockContext) {
    let alignments = node.alignments.map(Self.alignment)
    let header = block.style("table-header", context.styles)
    var rows: [[Table.Cell]] = []
    var headerRows = 0
    for row in node.children {
      let isHeader = row.isHeader
      if isHeader { headerRows += 1 }
      let cell = isHeader ? header : block.style("table-cell", context.styles)
      rows.append(
        row.children.enumerated().map { column, child in
          let alignment = alignments.indices.contains(column) ? alignments[column] : nil
          return self.cell(child, cell, alignment)
        })
    }
    addTable(rows, headerRows: headerRows, block)
  }

  func addTable(_ rows: [[Table.Cell]], headerRows: Int, _ block: BlockContext) {
    guard !rows.isEmpty else { return }
    let style = block.style("table", context.styles)
    let header = block.style("table-header", context.styles)
    let rule = Rule(
      thickness: style.box.borderWidth, color: style.box.borderColor ?? style.character.color)
    add(
      .table(
        Table(
          rows: rows, headerRows: headerRows, direction: block.direction ?? .auto,
          cellPadding: style.box.padding,
          rule: rule.thickness > 0 ? rule : nil, headerBackground: header.box.backgroundColor,
          stripeBackground: style.box.stripeColor, marginTop: style.paragraph.marginTop,
          marginBottom: style.paragraph.marginBottom)))
  }

  private func cell(
    _ node: MarkdownNode, _ style: ResolvedStyle, _ alignment: ParagraphStyle.Alignment?
  ) -> Table.Cell {
    var style = style
    style.paragraph.textAlign = alignment ?? style.paragraph.textAlign
    // The margins are the table's, and the background is the row's.
    style.paragraph.marginInlineStart = 0
    style.paragraph.marginInlineEnd = 0
    style.paragraph.backgroundColor = nil
    let text = inlines(node, style: style.character)
    return Table.Cell(text.isEmpty ? [] : [Paragraph(text, style: style.paragraph)])
  }

  private static func alignment(_ letter: UInt8) -> ParagraphStyle.Alignment? {
    switch letter {
    case UInt8(ascii: "l"): .left
    case UInt8(ascii: "c"): .center
    case UInt8(ascii: "r"): .right
    default: nil
    }
  }
}
