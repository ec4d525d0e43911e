/// A catalog in a binary form that is read many times faster than a publisher's: it needs no checks
/// and no resolution of URLs. The digest is kept with the bytes.
enum CatalogRecord {
  /// To be raised with the fields below, and where more or other is read of catalogs.
  static let version = 3

  static func bytes(of catalog: Catalog) -> [UInt8] {
    var writer = RecordWriter()
    var catalog = catalog
    catalog.code(&writer)
    return writer.bytes
  }

  /// Returns nil for bytes that are not such a catalog.
  static func catalog(in bytes: ArraySlice<UInt8>) -> Catalog? {
    var reader = RecordReader(bytes)
    var catalog = Catalog(format: .json)
    catalog.code(&reader)
    return reader.isWhole ? catalog : nil
  }
}

// MARK: Fields

// One list of fields for both directions, so that reading matches writing.

extension Catalog {
  fileprivate mutating func code(_ coder: inout some RecordCoder) {
    var name = format.rawValue
    coder.text(&name)
    format = CatalogFormat(rawValue: name) ?? format
    coder.optional(&title)
    coder.optional(&summary)
    coder.optional(&subscriptionProductID)
    coder.optional(&subscriptionPrice)
    coder.list(&issues, of: Issue(id: IssueID(known: ""), title: "")) { $0.code(&$1) }
    coder.texts(&problems)
    coder.optional(&next)
    coder.texts(&feeds)
  }
}

extension Issue {
  fileprivate mutating func code(_ coder: inout some RecordCoder) {
    var name = id.text
    coder.text(&name)
    id = IssueID(known: name)
    coder.text(&catalogID)
    coder.text(&title)
    var named = titles.map { (tag: $0.key, title: $0.value) }
    coder.list(&named, of: ("", "")) { named, coder in
      coder.text(&named.tag)
      coder.text(&named.title)
    }
    titles = Dictionary(named.map { ($0.tag, $0.title) }, uniquingKeysWith: { $1 })
    coder.optional(&publication)
    coder.optional(&number)
    coder.optional(&date, of: IssueDate(text: "", seconds: 0)) { $0.code(&$1) }
    coder.optional(&summary)
    coder.texts(&authors)
    coder.optional(&language)
    coder.texts(&subjects)
    coder.texts(&contents)
    coder.optional(&cover, of: IssueAsset(url: "")) { $0.code(&$1) }
    coder.optional(&thumbnail, of: IssueAsset(url: "")) { $0.code(&$1) }
    coder.list(&previews, of: IssueAsset(url: "")) { $0.code(&$1) }
    coder.list(&content, of: IssueAsset(url: "")) { $0.code(&$1) }
    coder.optional(&price)
    coder.flag(&isFree)
    coder.optional(&productID)
  }
}

extension IssueDate {
  fileprivate mutating func code(_ coder: inout some RecordCoder) {
    var (text, bits) = (text, seconds.bitPattern)
    coder.text(&text)
    coder.number(&bits)
    self = IssueDate(text: text, seconds: Double(bitPattern: bits))
  }
}

extension IssueAsset {
  fileprivate mutating func code(_ coder: inout some RecordCoder) {
    coder.text(&url)
    coder.optional(&mediaType)
    coder.optional(&size, of: 0) { size, coder in
      var bits = UInt64(bitPattern: Int64(size))
      coder.number(&bits)
      size = Int(truncatingIfNeeded: bits)
    }
    coder.optional(&sha256)
  }
}

// MARK: Coding

/// Writes the given values, or replaces them by those that it reads.
private protocol RecordCoder {
  mutating func number(_ value: inout UInt64)
  mutating func text(_ value: inout String)
  /// True if there is content to continue with.
  var isWhole: Bool { get }
}

extension RecordCoder {
  mutating func flag(_ value: inout Bool) {
    var number: UInt64 = value ? 1 : 0
    self.number(&number)
    value = number == 1
  }

  mutating func optional(_ value: inout String?) {
    optional(&value, of: "") { $1.text(&$0) }
  }

  mutating func optional<Value>(
    _ value: inout Value?, of empty: Value, _ code: (inout Value, inout Self) -> Void
  ) {
    var isThere = value != nil
    flag(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var there = value ?? empty
    code(&there, &self)
    value = there
  }

  mutating func texts(_ values: inout [String]) {
    list(&values, of: "") { $1.text(&$0) }
  }

  mutating func list<Value>(
    _ values: inout [Value], of empty: Value, _ code: (inout Value, inout Self) -> Void
  ) {
    var count = UInt64(values.count)
    number(&count)
    // Nothing is believed of a number but what the bytes behind it bear out.
    var place = 0
    while place < count, isWhole {
      if place == values.count { values.append(empty) }
      code(&values[place], &self)
      place += 1
    }
  }
}

private struct RecordWriter: RecordCoder {
  private(set) var bytes: [UInt8] = []
  var isWhole: Bool { true }

  /// Seven bits a byte, the lowest first; the eighth says that there are more.
  mutating func number(_ value: inout UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func text(_ value: inout String) {
    var count = UInt64(value.utf8.count)
    number(&count)
    bytes.append(contentsOf: value.utf8)
  }
}

private struct RecordReader: RecordCoder {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private(set) var isWhole = true

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  mutating func number(_ value: inout UInt64) {
    value = 0
    for shift in stride(from: 0 as UInt64, through: 63, by: 7) {
      guard place < bytes.endIndex else { break }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return }
    }
    (value, isWhole) = (0, false)
  }

  mutating func text(_ value: inout String) {
    var count: UInt64 = 0
    number(&count)
    guard count <= bytes.endIndex - place else {
      isWhole = false
      return
    }
    let end = place + Int(count)
    value = String(decoding: bytes[place..<end], as: UTF8.self)
    place = end
  }
}
