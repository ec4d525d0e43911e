import CPopplerPage
import PageModel

extension PDFPage: TextPage {
  /// The words of Poppler's text device, in the order of the structure tree where the page is
  /// tagged, of article threads where it has them, and in geometric order where it has neither.
  func text() throws(PageError) -> PageText {
    let structure = publication.structure
    let words = try publication.complaints.collect(page: index) { () throws(PageError) in
      try PopplerText(page: page, marked: structure.isTagged(page: index))
    }
    let builder = TextBuilder(words, geometry: geometry)
    return structure.order(builder, on: index)
      ?? publication.threads.order(builder, geometry, on: index) ?? builder.geometricOrder()
  }
}

/// Owns one page's words as Poppler's text device found them, and lends them as arrays.
final class PopplerText {
  private let pointer: OpaquePointer

  /// Calls `recto_text_new`. Throws `limit` where memory ran out.
  init(page: OpaquePointer, marked: Bool) throws(PageError) {
    guard let text = recto_text_new(page, marked) else {
      throw PageError(.limit, "there is no memory left for the page's text")
    }
    pointer = text
  }

  deinit { recto_text_free(pointer) }

  var blocks: UnsafeBufferPointer<recto_block> {
    var count = 0
    let start = recto_text_blocks(pointer, &count)
    return UnsafeBufferPointer(start: start, count: count)
  }

  var lines: UnsafeBufferPointer<recto_line> {
    var count = 0
    let start = recto_text_lines(pointer, &count)
    return UnsafeBufferPointer(start: start, count: count)
  }

  var words: UnsafeBufferPointer<recto_word> {
    var count = 0
    let start = recto_text_words(pointer, &count)
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// The Unicode scalars of a word, in the order in which they stand on the page.
  func scalars(of word: recto_word) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: recto_text_scalars(pointer) + Int(word.first_char), count: Int(word.char_count))
  }

  func boxes(of word: recto_word) -> UnsafeBufferPointer<recto_box> {
    UnsafeBufferPointer(
      start: recto_text_boxes(pointer) + Int(word.first_char), count: Int(word.char_count))
  }

  func font(_ index: UInt32) -> String { String(cString: recto_text_font(pointer, index)) }
}
