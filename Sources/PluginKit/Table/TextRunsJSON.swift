import RectoJSON
import RectoPageModel
import RectoTextLayout

extension TextRun: JSONDecodable {
  package init(json: JSONValue) throws(JSONError) {
    let text: String = try json.decode("text")
    let scalars = text.unicodeScalars.map(\.value)
    let boxes: [Rect] = try json.decode("boxes")
    guard boxes.count == scalars.count else {
      throw JSONError("expected a box for each of the \(scalars.count) characters of a run")
    }
    let size: Double = try json.decode("size")
    guard size >= 0, size <= 1e6 else { throw JSONError("the font size cannot be \(size)") }
    self.init(
      scalars: scalars[...], boxes: boxes[...], baseline: try json.decode("baseline"),
      font: try json.integer("font", in: 0...Int(Int32.max)), size: size,
      mark: Int32(try json.integerIfPresent("mark", in: -1...Int(Int32.max)) ?? -1),
      isVertical: try json.decodeIfPresent("vertical") ?? false)
  }
}

/// The structure tree's entry for one marked content.
private struct StructureEntry: JSONDecodable {
  let mark: Int32
  let block: Int32
  let outer: Int32?
  let type: String
  let language: String?

  init(json: JSONValue) throws(JSONError) {
    mark = Int32(try json.integer("mark", in: 0...Int(Int32.max)))
    block = Int32(try json.integer("block", in: 0...Int(Int32.max)))
    outer = try json.integerIfPresent("outer", in: 0...Int(Int32.max)).map { Int32($0) }
    type = try json.decode("type")
    let stated: String? = try json.decodeIfPresent("lang")
    // Some makers write the name of a locale, such as `en_US`.
    language = LanguageTag(stated.map { String($0.map { $0 == "_" ? "-" : $0 }) })?.text
  }
}

/// The answer of a plugin about a page, without its characters.
struct PageContents: JSONDecodable {
  private let index: Int
  private let fonts: [String]
  private let contents: [Int32: MarkedContent]
  private let rules: [Segment]

  init(json: JSONValue) throws(JSONError) {
    let structure: [StructureEntry] = try json.decodeIfPresent("structure") ?? []
    var contents: [Int32: MarkedContent] = [:]
    // Content that occurs twice in the tree is read at its first position.
    for (rank, entry) in structure.enumerated() where contents[entry.mark] == nil {
      contents[entry.mark] = MarkedContent(
        rank: rank, block: entry.block, outer: entry.outer ?? entry.block, type: entry.type,
        language: entry.language)
    }
    self.contents = contents
    index = try json.integer("index", in: 0...Int(Int32.max))
    fonts = try json.decode("fonts")
    rules = try json.decodeIfPresent("rules") ?? []
  }

  func text(of runs: [TextRun]) -> TextRuns {
    TextRuns(index: index, fonts: fonts, runs: runs, contents: contents, rules: rules)
  }
}

extension TextRuns: JSONDecodable {
  package init(json: JSONValue) throws(JSONError) {
    self = try PageContents(json: json).text(of: try json.decode("runs"))
  }
}
