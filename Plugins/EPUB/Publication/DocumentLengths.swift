import RectoEPUBReading
import RectoPageModel

/// The lengths of a book's documents, for places in the whole book and for the number of pages before
/// they are laid out. They are those of the files, which opening a book reads for nothing.
struct DocumentLengths {
  /// In bytes; a document of fixed size has the weight of a page.
  private let bytes: [Double]
  /// The sum of all before each document, and of all.
  private let sums: [Double]

  /// A document of unknown length.
  private static let standard = 8192.0
  /// A document has a head and a page, however short it is.
  private static let shortest = 1024.0

  init(of spine: SplitSpine, in open: OpenBook) {
    bytes = spine.items.enumerated().map { index, item in
      guard !item.isFixed else { return Self.shortest }
      let count = spine.byteCount(ofPart: index) ?? open.byteCount(of: item.path)
      return max(Self.shortest, count.map(Double.init) ?? Self.standard)
    }
    sums = bytes.reduce(into: [0]) { sums, length in sums.append(sums[sums.count - 1] + length) }
  }

  func bytes(ofItem item: Int) -> Double { bytes[item] }

  /// The share of the book's text that some of its documents have.
  func share(of items: some Sequence<Int>) -> Double {
    guard let total = sums.last, total > 0 else { return 1 }
    return min(1, items.reduce(0) { $0 + bytes[$1] } / total)
  }

  /// The share of the book that comes before a place in a document, which is from 0 to 1.
  func progression(ofItem item: Int, at progression: Double) -> Double {
    guard let total = sums.last, total > 0 else { return 0 }
    return min(1, (sums[item] + bytes[item] * progression) / total)
  }

  /// The share of a document that comes before a place in one of its parts, which are `items`.
  func progression(ofItem item: Int, at progression: Double, of items: Range<Int>) -> Double {
    guard items.count > 1 else { return progression }
    let start = sums[items.lowerBound]
    return (sums[item] + bytes[item] * progression - start) / (sums[items.upperBound] - start)
  }

  /// The part of a document that a share of it leads to, and the place there.
  func place(at progression: Double, of items: Range<Int>) -> (item: Int, progression: Double) {
    guard items.count > 1 else { return (items.lowerBound, progression) }
    let (start, end) = (sums[items.lowerBound], sums[items.upperBound])
    let offset = start + min(1, max(0, progression)) * (end - start)
    let item = items.last { sums[$0] <= offset } ?? items.lowerBound
    return (item, min(1, (offset - sums[item]) / bytes[item]))
  }

  /// The document that a share of the book leads to, and the place there; nil for a book without any.
  func place(at progression: Double) -> (item: Int, progression: Double)? {
    guard let total = sums.last, total > 0, !bytes.isEmpty else { return nil }
    let offset = progression * total
    let item = max(0, min(bytes.count - 1, (sums.firstIndex { $0 > offset } ?? sums.count) - 1))
    return (item, min(1, max(0, (offset - sums[item]) / bytes[item])))
  }
}
