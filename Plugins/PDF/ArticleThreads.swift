import CRectoPopplerPage
import Glibc
import RectoPageModel
import RectoTextLayout

/// The article threads of a PDF (ISO 32000-2, 12.4.3): which areas of its pages are read after one
/// another, as their maker stated it.
struct ArticleThreads {
  /// By page, in the order of the threads and of their beads, in default user space.
  private var beads: [Int: [Rect]] = [:]

  /// Less of a page's words in beads than this, and the threads are not believed: they are of other
  /// pages, or of a part of the page.
  private static let requiredShare = 0.5

  /// Calls `recto_document_beads`; a document without threads gives none.
  init(document: OpaquePointer) {
    var count = 0
    guard let list = recto_document_beads(document, &count) else { return }
    defer { free(list) }
    for bead in UnsafeBufferPointer(start: list, count: count) {
      beads[Int(bead.page), default: []].append(Rect(bead.box))
    }
  }

  /// The page's words in the order of the threads, followed by those in none; nil if the page is in
  /// no thread, or too little of it.
  func order(_ builder: TextBuilder, _ geometry: PDFGeometry, on page: Int) -> PageText? {
    guard let beads = beads[page]?.map({ geometry.userToPage.apply($0) }) else { return nil }
    let words = builder.text.words
    let bead = words.map { word in
      let center = geometry.shownToPage.apply(Rect(word.box)).center
      return beads.firstIndex { $0.contains(center) } ?? beads.count
    }
    let listed = bead.count { $0 < beads.count }
    guard listed > 0, Double(listed) >= Self.requiredShare * Double(words.count) else { return nil }
    let blocks = builder.geometricBlocks
    let ordered = (0...beads.count).flatMap { index in
      blocks.map { $0.map { $0.filter { bead[$0] == index } } }
    }
    return PageText(
      order: .articleThreads,
      blocks: ordered.compactMap { builder.makeBlock(role: .paragraph, lines: $0) })
  }
}
