import RectoJSON
import RectoPageModel

extension [TextFormula] {
  /// The formulas of a line by the number of each word's formula; `alternatives` are their texts by
  /// these numbers. What stands between the words of one, such as a sign that is drawn with it, is
  /// a part of it.
  package init(numbers: [Int?], alternatives: [AlternativeText]) {
    self.init()
    var last: Int?
    for (index, number) in numbers.enumerated() {
      guard let number, alternatives.indices.contains(number) else { continue }
      if number == last {
        self[count - 1].words = self[count - 1].words.lowerBound..<index + 1
      } else {
        append(TextFormula(words: index..<index + 1, alternative: alternatives[number]))
        last = number
      }
    }
  }
}

extension [AlternativeText] {
  /// Reads those of the formulas from the answer of a script that read texts.
  package init(formulasOf json: JSONValue) throws(JSONError) {
    self = try json.required("formulas") { texts throws(JSONError) in
      try texts.elements { text throws(JSONError) in
        AlternativeText(text.isNull ? nil : try text.string())
      }
    }
  }
}
