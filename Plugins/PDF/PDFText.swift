import CRectoPopplerPage
import RectoPageModel
import RectoTextLayout

extension PDFPage: TextPage {
  /// The words of Poppler's text device, in the order of the structure tree if the page is tagged,
  /// else of the article threads if it has them, else in geometric order.
  func text() throws(PageError) -> PageText {
    let structure = publication.structure
    let words = try publication.diagnostics.collect(page: index) { () throws(PageError) in
      try FoundText(
        page: page, marked: structure.isTagged(page: index), publication.drawings)
    }
    let builder = TextBuilder(words, toPage: geometry.shownToPage, unit: geometry.unit)
    let threads = publication.threads
    let text =
      structure.order(builder, on: index) ?? threads.order(builder, geometry, on: index)
      ?? builder.geometricOrder()
    return threads.named(text, geometry, on: index)
  }
}

extension FoundText {
  /// The text that Poppler's device finds. Calls `recto_text_new`. Throws `limit` if memory ran
  /// out.
  fileprivate convenience init(
    page: OpaquePointer, marked: Bool, _ drawings: OpaquePointer?
  ) throws(PageError) {
    guard let text = recto_text_new(page, marked, drawings) else {
      throw PageError(.limit, "memory ran out while the page's text was read")
    }
    var counts = (blocks: 0, lines: 0, words: 0, rules: 0)
    let blocks = recto_text_blocks(text, &counts.blocks)
    let lines = recto_text_lines(text, &counts.lines)
    let words = recto_text_words(text, &counts.words)
    let rules = recto_text_rules(text, &counts.rules)
    self.init(
      blocks: UnsafeBufferPointer(start: blocks, count: counts.blocks),
      lines: UnsafeBufferPointer(start: lines, count: counts.lines),
      words: UnsafeBufferPointer(start: words, count: counts.words),
      scalars: recto_text_scalars(text), boxes: recto_text_boxes(text),
      rules: UnsafeBufferPointer(start: rules, count: counts.rules),
      font: { String(cString: recto_text_font(text, $0)) }, free: { recto_text_free(text) })
  }
}
