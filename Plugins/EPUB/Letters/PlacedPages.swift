import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The author's text on the pages of a chapter, in the form that is kept for other workers and other
/// days: each page is read when it is asked for.
struct PlacedPages {
  private struct Page {
    /// Its text among `content`, packed.
    let text: Range<Int>
    /// Its areas behind that, in JSON.
    let areas: Range<Int>
    /// Letters without hyphens, which differ in every layout.
    let letterCount: Int
  }

  private var pages: [Page] = []
  /// The texts and areas of the pages, one after the other.
  private var content: [UInt8] = []

  init(_ placed: PlacedText) {
    for index in placed.pages.indices {
      let text = placed.text(ofPage: index)
      let start = content.count
      content += text.packed
      let middle = content.count
      content += Self.document(placed.areas(onPage: index))
      let words = text.blocks.lazy.flatMap(\.lines).flatMap(\.words)
      pages.append(
        Page(
          text: start..<middle, areas: middle..<content.count,
          letterCount: words.reduce(0) { $0 + $1.text.letterCount }))
    }
  }

  /// Bytes that it takes.
  var byteCount: Int { content.count }

  /// For each page its letters.
  var letterCounts: [Int] { pages.map(\.letterCount) }

  /// Empty for a page that is not there.
  func packedText(ofPage index: Int) -> [UInt8] {
    pages.indices.contains(index) ? Array(content[pages[index].text]) : PageText.none.packed
  }

  func text(ofPage index: Int) throws(PageError) -> PageText {
    do throws(PackedTextError) {
      return try PageText(packed: packedText(ofPage: index))
    } catch {
      throw PageError(.bug, "the kept text of a chapter is not understood: \(error)")
    }
  }

  /// The areas on a page of the elements that were asked for, by their names.
  func areas(onPage index: Int) throws(PageError) -> [String: [Rect]] {
    guard pages.indices.contains(index) else { return [:] }
    do throws(JSONError) {
      var areas: [String: [Rect]] = [:]
      for area in try [NamedArea](jsonBytes: Array(content[pages[index].areas])) {
        areas[area.name] = area.boxes
      }
      return areas
    } catch {
      throw PageError(.bug, "the kept text of a chapter is not understood: \(error)")
    }
  }

  private static func document(_ areas: [String: [Rect]]) -> [UInt8] {
    var json = JSONWriter()
    json.array(areas.sorted { $0.key < $1.key }) { json, area in
      json.value(NamedArea(name: area.key, boxes: area.value))
    }
    return json.bytes
  }
}

extension PlacedPages {
  /// A line of JSON with the lengths and letters of the pages, and then what is kept of them.
  var bytes: [UInt8] {
    var json = JSONWriter(isExact: true)
    json.array(pages.flatMap { [$0.text.count, $0.areas.count, $0.letterCount] }) { $0.value($1) }
    return json.bytes + [0x0A] + content
  }

  /// Reads `bytes`; nil if they are not those of a chapter.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A),
      let numbers = try? JSONDocument(Array(bytes[..<end])).root.elements({
        number throws(JSONError) in try number.integer()
      }), numbers.count % 3 == 0, numbers.allSatisfy({ (0...bytes.count).contains($0) })
    else { return nil }
    var start = 0
    for index in stride(from: 0, to: numbers.count, by: 3) {
      let middle = start + numbers[index]
      let next = middle + numbers[index + 1]
      guard next <= bytes.count else { return nil }
      pages.append(
        Page(text: start..<middle, areas: middle..<next, letterCount: numbers[index + 2]))
      start = next
    }
    content = Array(bytes[(end + 1)...])
    guard content.count == start else { return nil }
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
