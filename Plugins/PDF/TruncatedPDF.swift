import CRectoPopplerPage
import Glibc
import RectoPageModel

/// A PDF that was cut off, as by a broken download: it has lost the trailer that names its catalog
/// (ISO 32000-2, 7.5.5). Poppler finds the objects of such a file, and opens it with a new trailer.
///
/// Objects in object streams, which Poppler does not find, are appended to the file. Pages that
/// were cut off are missing or have errors of their own. An encrypted file cannot be repaired,
/// since its key was in the trailer.
struct TruncatedPDF {
  private struct Object {
    let number: Int
    let generation: Int

    var reference: String { "\(number) \(generation) R" }
  }

  /// The largest file that is copied for a repair: a quarter of a worker's memory.
  private static let mostBytes = 128 << 20
  private static let mostPages = 100_000
  /// The bytes of a dictionary in which its type is looked for.
  private static let mostBytesOfDictionary = 64 << 10

  private let file: FileBytes
  /// The objects from object streams whose numbers occur nowhere else.
  private var unpacked: [UInt8] = []
  private var catalog: Object?
  /// The root of the page tree, which has no parent.
  private var tree: Object?
  /// Each number once: a later version of an object takes its place.
  private var pages: [Object] = []
  private var pageNumbers: Set<Int> = []
  private var highestNumber = 0

  /// Finds the objects of a file; returns nil if none of them can be used for a repair.
  init?(_ file: FileBytes) {
    guard file.count <= Self.mostBytes else { return nil }
    self.file = file
    let isReadable = file.withBytes { bytes in
      guard !Self.namesSecurity(bytes) else { return false }
      var numbers: Set<Int> = []
      var streams: [Int] = []
      scan(bytes, &numbers, &streams)
      unpack(streams, of: bytes, besides: numbers)
      return true
    }
    guard isReadable, catalog != nil || tree != nil || !pages.isEmpty else { return nil }
  }

  /// Copies of the file with a new trailer, which names, in this order: the file's catalog, a new
  /// catalog for the file's page tree, and a new page tree of all pages that are complete. Attempts
  /// whose object the file lacks are left out. Each copy is made on demand.
  var repairs: some Sequence<FileBytes> {
    var ends: [String] = []
    let (root, kids) = (highestNumber + 1, highestNumber + 2)
    func end(pages tree: String) -> String {
      "\(root) 0 obj\n<</Type /Catalog /Pages \(tree)>>\nendobj\ntrailer\n<</Root \(root) 0 R>>\n"
    }
    if let catalog { ends.append("trailer\n<</Root \(catalog.reference)>>\n") }
    if let tree { ends.append(end(pages: tree.reference)) }
    if !pages.isEmpty {
      let list = pages.map(\.reference).joined(separator: " ")
      ends.append(
        "\(kids) 0 obj\n<</Type /Pages /Count \(pages.count) /Kids [\(list)]>>\nendobj\n"
          + end(pages: "\(kids) 0 R"))
    }
    return ends.lazy.map { [file, unpacked] end in
      let end = "\nendobj\n\(end)startxref\n0\n%%EOF\n"
      var bytes: [UInt8] = []
      bytes.reserveCapacity(file.count + unpacked.count + end.utf8.count)
      file.withBytes { bytes += $0 }
      bytes += [0x0A] + unpacked
      bytes += end.utf8
      return FileBytes(bytes)
    }
  }

  /// Finds the objects in `bytes`, and collects their numbers and the offsets of object streams.
  private mutating func scan(
    _ bytes: UnsafeRawBufferPointer, _ numbers: inout Set<Int>, _ streams: inout [Int]
  ) {
    var rest = bytes[...]
    while let place = Self.first(" obj", in: rest) {
      rest = bytes[(place + 4)...]
      guard let object = Self.object(before: place, in: bytes) else { continue }
      highestNumber = max(highestNumber, object.number)
      numbers.insert(object.number)
      // Up to the next object, so that each byte is searched only once.
      let next = Self.first(" obj", in: rest)
      let start = rest[..<(next ?? bytes.endIndex)].prefix(Self.mostBytesOfDictionary)
      let end = ["endobj", "stream"].compactMap { Self.first($0, in: start) }.min() ?? next
      // The dictionary at the end of the file is cut off.
      guard let end, end <= start.endIndex else { continue }
      let dictionary = start[..<end]
      switch Self.type(of: dictionary) {
      case "Catalog": catalog = object
      case "Pages" where Self.first("/Parent", in: dictionary) == nil: tree = object
      case "Page" where pages.count < Self.mostPages:
        if pageNumbers.insert(object.number).inserted { pages.append(object) }
      case "ObjStm": streams.append(dictionary.startIndex)
      default: break
      }
    }
  }

  /// Unpacks objects from object streams, except those that the file also has outside of them.
  /// Calls `recto_object_stream_unpack`.
  private mutating func unpack(
    _ streams: [Int], of bytes: UnsafeRawBufferPointer, besides numbers: Set<Int>
  ) {
    for place in streams {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      var count = 0
      let left = Self.mostBytes - unpacked.count
      guard left > 0,
        let text = recto_object_stream_unpack(rest.baseAddress, rest.count, left, &count)
      else { continue }
      defer { free(text) }
      let objects = UnsafeRawBufferPointer(start: text, count: count)
      var start = 0
      while let end = Self.first("endobj\n", in: objects[start...]) {
        let object = UnsafeRawBufferPointer(rebasing: objects[start..<end + 7])
        start = end + 7
        let digits = object.prefix { $0 != 0x20 }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), !numbers.contains(number)
        else { continue }
        var (found, nested): (Set<Int>, [Int]) = ([], [])
        scan(object, &found, &nested)
        unpacked += object
      }
    }
  }

  /// Reads the number and the generation before ` obj`, such as `12 0`.
  private static func object(before place: Int, in bytes: UnsafeRawBufferPointer) -> Object? {
    func digits(before end: Int) -> Range<Int> {
      var start = end
      while start > 0, end - start < 8, bytes[start - 1] &- 0x30 < 10 { start -= 1 }
      return start..<end
    }
    func value(_ digits: Range<Int>) -> Int? { Int(String(decoding: bytes[digits], as: UTF8.self)) }
    let generation = digits(before: place)
    guard generation.lowerBound > 0, bytes[generation.lowerBound - 1] <= 0x20,
      let second = value(generation), let first = value(digits(before: generation.lowerBound - 1))
    else { return nil }
    return Object(number: first, generation: second)
  }

  /// The name that follows `/Type` in a dictionary.
  private static func type(of dictionary: Slice<UnsafeRawBufferPointer>) -> String? {
    var rest = dictionary
    while let place = first("/Type", in: rest) {
      rest = rest[(place + 5)...]
      let value = rest.drop { $0 <= 0x20 }
      guard value.first == UInt8(ascii: "/") else { continue }
      let name = value.dropFirst().prefix { $0 > 0x20 && !"/<>[]()%".utf8.contains($0) }
      return String(decoding: name, as: UTF8.self)
    }
    return nil
  }

  /// True if the name of the security handler of encrypted files is there (ISO 32000-2, 7.6.4.1).
  private static func namesSecurity(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while let place = first("/Standard", in: rest) {
      rest = bytes[(place + 9)...]
      // Other names begin like it, such as that of an encoding.
      guard let next = rest.first, next > 0x20, !"/<>[]()%".utf8.contains(next) else { return true }
    }
    return false
  }

  private static func first(_ text: StaticString, in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let base = bytes.base.baseAddress else { return nil }
    let length = text.utf8CodeUnitCount
    var start = bytes.startIndex
    while bytes.endIndex - start >= length {
      let places = bytes.endIndex - start - length + 1
      guard let found = memchr(base + start, Int32(text.utf8Start[0]), places) else { return nil }
      start = UnsafeRawPointer(found) - base
      if memcmp(base + start, text.utf8Start, length) == 0 { return start }
      start += 1
    }
    return nil
  }
}
