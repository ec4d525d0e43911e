import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The author's text on the pages of a chapter, in the form that is kept for other workers and other
/// days: each page is read when it is asked for.
struct PlacedPages {
  private struct Page {
    /// Its document among `documents`.
    let range: Range<Int>
    /// Letters without hyphens, which differ in every layout.
    let letterCount: Int
  }

  private var pages: [Page] = []
  /// A document of JSON for each page, one after the other.
  private var documents: [UInt8] = []

  init(_ placed: PlacedText) {
    for index in placed.pages.indices {
      let text = placed.text(ofPage: index)
      let start = documents.count
      documents += Self.document(text, placed.areas(onPage: index))
      let words = text.blocks.lazy.flatMap(\.lines).flatMap(\.words)
      pages.append(
        Page(
          range: start..<documents.count,
          letterCount: words.reduce(0) { $0 + $1.text.letterCount }))
    }
  }

  /// Bytes that it takes.
  var byteCount: Int { documents.count }

  /// For each page its letters.
  var letterCounts: [Int] { pages.map(\.letterCount) }

  func text(ofPage index: Int) throws(PageError) -> PageText {
    try read(index) { page throws(JSONError) in
      try (page.decode("text") as PageTextDocument).text
    } ?? .none
  }

  /// The areas on a page of the elements that were asked for, by their names.
  func areas(onPage index: Int) throws(PageError) -> [String: [Rect]] {
    try read(index) { page throws(JSONError) in
      var areas: [String: [Rect]] = [:]
      for area in try page.decode("areas") as [NamedArea] { areas[area.name] = area.boxes }
      return areas
    } ?? [:]
  }

  private func read<Value>(
    _ index: Int, _ body: (JSONValue) throws(JSONError) -> Value
  ) throws(PageError) -> Value? {
    guard pages.indices.contains(index) else { return nil }
    do throws(JSONError) {
      return try body(JSONDocument(Array(documents[pages[index].range])).root)
    } catch {
      throw PageError(.bug, "the kept text of a chapter is not understood: \(error)")
    }
  }

  private static func document(_ text: PageText, _ areas: [String: [Rect]]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("text")
      json.value(
        PageTextDocument(
          index: 0, label: "", size: Size(width: 0, height: 0), text: text, includesGlyphs: true))
      json.key("areas")
      json.array(areas.sorted { $0.key < $1.key }) { json, area in
        json.value(NamedArea(name: area.key, boxes: area.value))
      }
    }
    return json.bytes
  }
}

extension PlacedPages {
  /// A line of JSON with the lengths and letters of the pages, and then their documents.
  var bytes: [UInt8] {
    var json = JSONWriter(isExact: true)
    json.array(pages.flatMap { [$0.range.count, $0.letterCount] }) { $0.value($1) }
    return json.bytes + [0x0A] + documents
  }

  /// Reads `bytes`; nil if they are not those of a chapter.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A),
      let numbers = try? JSONDocument(Array(bytes[..<end])).root.elements({
        number throws(JSONError) in try number.integer()
      }), numbers.count % 2 == 0, numbers.allSatisfy({ (0...bytes.count).contains($0) })
    else { return nil }
    var start = 0
    for index in stride(from: 0, to: numbers.count, by: 2) {
      guard numbers[index] <= bytes.count - start else { return nil }
      pages.append(
        Page(range: start..<start + numbers[index], letterCount: numbers[index + 1]))
      start += numbers[index]
    }
    documents = Array(bytes[(end + 1)...])
    guard documents.count == start else { return nil }
  }
}

extension LayoutName {
  /// The text of a part on its pages.
  static func text(ofPart index: Int) -> LayoutName { LayoutName("text \(index)")! }
}

private struct NamedArea: JSONRepresentable, JSONDecodable {
  let name: String
  /// One for each line.
  let boxes: [Rect]

  init(name: String, boxes: [Rect]) {
    self.name = name
    self.boxes = boxes
  }

  init(json: JSONValue) throws(JSONError) {
    name = try json.decode("name")
    boxes = try json.decode("boxes")
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.key("boxes")
      json.array(boxes) { $0.value($1) }
    }
  }
}

extension String {
  /// The number of its letters and figures.
  fileprivate var letterCount: Int {
    unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
