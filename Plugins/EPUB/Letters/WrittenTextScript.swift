import RectoBrowser
import RectoHTMLBackend
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Reads the text of a loaded document.
enum WrittenTextScript {
  private static let reading = PageFunction(PageScript.texts, PackageResources.written_text_js)

  /// The expression gives what `WrittenText` reads, as a text. `names` are those of the elements whose
  /// letters are asked for.
  static func reading(named names: [String]) -> String {
    reading.call { json in
      json.key("names")
      json.array(names) { $0.value($1) }
    }
  }
}

extension WrittenText: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    let blocks: [ReadBlock] = try json.decode("b")
    for block in blocks {
      add(
        Block(
          role: block.role, isVertical: block.isVertical, isRightToLeft: block.isRightToLeft,
          cell: block.cell, continuesItem: block.continuesItem))
      for run in block.runs {
        add(run.text, language: run.language, isRuby: run.isRuby, formula: run.formula)
      }
    }
    alternatives = try [AlternativeText](formulasOf: json)
    for name in try json.decode("n") as [ReadName] {
      guard name.first < name.end, name.end <= runs.count else { continue }
      add(name: name.text, of: runs[name.first].lowerBound..<runs[name.end - 1].upperBound)
    }
  }
}

private struct ReadName: JSONDecodable {
  let text: String
  /// Indices of runs.
  let first: Int
  let end: Int

  init(json: JSONValue) throws(JSONError) {
    text = try json.decode("n")
    first = try json.integer("f", in: 0...Int.max)
    end = try json.integer("e", in: 0...Int.max)
  }
}

private struct ReadBlock: JSONDecodable {
  let role: TextRole
  let isVertical: Bool
  let isRightToLeft: Bool
  let cell: TableCell?
  let continuesItem: Bool
  let runs: [ReadRun]

  init(json: JSONValue) throws(JSONError) {
    role = try json.decode("r")
    isVertical = try json.decode("v")
    isRightToLeft = try json.decode("d")
    cell = try TableCell(numbersOf: json)
    continuesItem = try json.decodeIfPresent("o") ?? false
    runs = try json.decode("n")
  }
}

private struct ReadRun: JSONDecodable {
  let text: String
  let language: String?
  let isRuby: Bool
  /// The number of the formula that it is in.
  let formula: Int?

  init(json: JSONValue) throws(JSONError) {
    formula = try json.decodeIfPresent("f")
    text = try json.decode("t")
    language = try json.decodeIfPresent("l")
    isRuby = try json.decodeIfPresent("y") ?? false
  }
}
