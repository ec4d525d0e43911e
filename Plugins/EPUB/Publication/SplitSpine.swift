import RectoEPUBReading
import RectoPageModel

/// The documents of a book as they are laid out: in reading order, a large one in its parts.
struct SplitSpine {
  /// One for each document, or for each part of one.
  let items: [SpineItem]
  /// The document of an item that is a part of it, and the item that is its first part.
  private var documents: [Int: (parts: DocumentParts, first: Int)] = [:]
  /// The first item of each file.
  private var firsts: [RelativePath: Int] = [:]

  /// Bytes of documents that are read to be cut, and items with all parts; what is beyond is not cut.
  private static let (mostBytes, mostItems) = (64 << 20, 20_000)

  /// Reads the large documents.
  init(of open: OpenBook) {
    var items: [SpineItem] = []
    var bytes = 0
    // A spine may name a document again and again.
    var known: [RelativePath: DocumentParts?] = [:]
    for item in open.book.spine {
      let first = items.count
      for path in [item.path, item.statedPath] where firsts[path] == nil { firsts[path] = first }
      if known[item.path] == nil, let count = Self.largeByteCount(of: item, in: open),
        bytes + count <= Self.mostBytes
      {
        bytes += count
        known[item.path] = (try? open.content(of: item.path)).flatMap { DocumentParts($0) }
      }
      guard !item.isFixed, let parts = known[item.path] ?? nil,
        items.count + parts.count <= Self.mostItems
      else {
        items.append(item)
        continue
      }
      for index in 0..<parts.count {
        documents[first + index] = (parts, first)
        items.append(item)
      }
    }
    self.items = items
  }

  /// The bytes of a document that may have to be cut; nil for another.
  private static func largeByteCount(of item: SpineItem, in open: OpenBook) -> Int? {
    guard !item.isFixed, item.mediaType == "application/xhtml+xml",
      let count = open.byteCount(of: item.path), count > DocumentParts.largestUnexamined
    else { return nil }
    return count
  }

  /// The part of its document that an item shows; nil for the whole.
  func part(ofItem item: Int) -> FileBytes? {
    documents[item].map { $0.parts.document(item - $0.first) }
  }

  /// Bytes of the text of an item that is a part.
  func byteCount(ofPart item: Int) -> Int? {
    documents[item].map { $0.parts.byteCount(ofPart: item - $0.first) }
  }

  /// The items of the same document.
  func document(ofItem item: Int) -> Range<Int> {
    documents[item].map { $0.first..<$0.first + $0.parts.count } ?? item..<item + 1
  }

  /// The first item that shows a file, or the one with an element of it; nil where none does.
  func item(of path: RelativePath, named name: String? = nil) -> Int? {
    firsts[path].map { item(inDocumentOf: $0, named: name) }
  }

  /// The item with an element of a document, or its first one.
  func item(inDocumentOf item: Int, named name: String?) -> Int {
    guard let (parts, first) = documents[item] else { return item }
    return first + (name.flatMap { parts.part(named: $0) } ?? 0)
  }
}
