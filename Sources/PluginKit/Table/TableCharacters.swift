import CRectoPlugin
import RectoJSON
import RectoPageModel
import RectoTextLayout

extension recto_plugin {
  /// True if it has the characters of pages, in arrays or as JSON.
  var givesCharacters: Bool { characters != nil || text_runs != nil }
}

extension TextRuns {
  /// The characters, copied, with the JSON of the answer beside them. What JSON may not have is an error here too.
  package init(_ characters: recto_characters, with json: [UInt8]) throws(JSONError) {
    self = try PageContents(jsonBytes: json).text(of: try characters.copied())
  }
}

extension recto_characters {
  /// The maximum number of characters of a page: as many as fit into the longest JSON.
  private static let mostCharacters = JSONDocument.maximumBytes / 32
  /// The largest coordinate, as it is in JSON.
  private static let farthest = 1e9

  fileprivate func copied() throws(JSONError) -> [TextRun] {
    guard character_count <= Self.mostCharacters, run_count <= character_count else {
      throw JSONError("there are too many characters")
    }
    let all = UnsafeBufferPointer(start: characters, count: characters == nil ? 0 : character_count)
    var boxes: [Rect] = []
    boxes.reserveCapacity(all.count)
    for character in all {
      let box = Rect(
        x: Self.clamped(character.x), y: Self.clamped(character.y),
        width: Self.clamped(character.width), height: Self.clamped(character.height))
      // False for NaN as well.
      guard box.width >= 0, box.height >= 0, !(box.x + box.y).isNaN else {
        throw JSONError("expected coordinates, and a width and a height of at least 0")
      }
      boxes.append(box)
    }
    let scalars = all.map { Unicode.Scalar($0.scalar) == nil ? 0xFFFD : $0.scalar }
    var result: [TextRun] = []
    var start = 0
    for run in UnsafeBufferPointer(start: runs, count: runs == nil ? 0 : run_count) {
      guard Int(run.count) <= all.count - start else {
        throw JSONError("a run has more characters than there are")
      }
      let range = start..<start + Int(run.count)
      result.append(try Self.run(run, scalars[range], boxes[range]))
      start = range.upperBound
    }
    return result
  }

  private static func run(
    _ run: recto_character_run, _ scalars: ArraySlice<UInt32>, _ boxes: ArraySlice<Rect>
  ) throws(JSONError) -> TextRun {
    guard run.size >= 0, run.size <= 1e6 else {
      throw JSONError("the font size cannot be \(run.size)")
    }
    guard run.font >= 0, run.mark >= -1, !(run.x1 + run.y1 + run.x2 + run.y2).isNaN else {
      throw JSONError("expected a font, a mark and a baseline of a run")
    }
    return TextRun(
      scalars: scalars, boxes: boxes,
      baseline: Segment(
        start: Point(x: clamped(run.x1), y: clamped(run.y1)),
        end: Point(x: clamped(run.x2), y: clamped(run.y2))),
      font: Int(run.font), size: run.size, mark: run.mark, isVertical: run.is_vertical != 0)
  }

  private static func clamped(_ number: Double) -> Double { min(max(number, -farthest), farthest) }
}
