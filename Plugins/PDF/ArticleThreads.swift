import CRectoPopplerPage
import Glibc
import RectoPageModel
import RectoTextLayout

/// The article threads of a PDF (ISO 32000-2, 12.4.3): the areas of its pages in the reading order
/// that the author stated.
struct ArticleThreads {
  /// The beads of each page, in the order of the threads and of their beads, in default user space.
  private var beads: [Int: [Bead]] = [:]
  private var threadCount = 0

  private struct Bead {
    let area: Rect
    /// The number of its thread, from 1.
    let thread: Int
  }

  /// The least share of a page's words inside of beads. With fewer, the threads are ignored, since
  /// they cover only a part of the page.
  private static let requiredShare = 0.5

  /// Calls `recto_document_beads`; a document without threads gives none.
  init(document: OpaquePointer) {
    var count = 0
    guard let list = recto_document_beads(document, &count) else { return }
    defer { free(list) }
    for bead in UnsafeBufferPointer(start: list, count: count) {
      let thread = Int(bead.thread) + 1
      beads[Int(bead.page), default: []].append(Bead(area: Rect(bead.box), thread: thread))
      threadCount = max(threadCount, thread)
    }
  }

  /// A page's text with the number of each block's thread, if the document has several threads.
  func named(_ text: PageText, _ geometry: PDFGeometry, on page: Int) -> PageText {
    guard threadCount > 1, let beads = beads[page] else { return text }
    let areas = beads.map { geometry.userToPage.apply($0.area) }
    var named = text
    for index in named.blocks.indices where named.blocks[index].role != .artifact {
      let center = named.blocks[index].box.center
      guard let bead = areas.firstIndex(where: { $0.contains(center) }) else { continue }
      named.blocks[index].thread = "\(beads[bead].thread)"
    }
    return named
  }

  /// The page's words in the order of the threads, followed by words outside of them; nil if the
  /// threads cover too little of the page.
  func order(_ builder: TextBuilder, _ geometry: PDFGeometry, on page: Int) -> PageText? {
    guard let beads = beads[page]?.map({ geometry.userToPage.apply($0.area) }) else { return nil }
    let words = builder.text.words
    let bead = words.map { word in
      let center = geometry.shownToPage.apply(Rect(word.box)).center
      return beads.firstIndex { $0.contains(center) } ?? beads.count
    }
    let listed = bead.count { $0 < beads.count }
    guard listed > 0, Double(listed) >= Self.requiredShare * Double(words.count) else { return nil }
    let blocks = (0...beads.count).flatMap { index in
      builder.geometricBlocks.compactMap { block in
        builder.makeBlock(
          role: block.role, lines: block.lines.map { $0.filter { bead[$0] == index } })
      }
    }
    return PageText(order: .articleThreads, blocks: blocks)
  }
}
