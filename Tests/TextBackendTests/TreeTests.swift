import RectoJSON
import RectoPluginKit
import Testing

@testable import RectoTextBackend

@Suite struct TreeTests {
  private func failure(json text: String) -> TreeError? {
    #expect(throws: TreeError.self) { try JSONTree.read(Array(text.utf8)) }
  }

  private func failure(yaml text: String) -> TreeError? {
    #expect(throws: TreeError.self) { try YAMLTree.read(Array(text.utf8)) }
  }

  private static let documents = [
    "{}", "[]", "0", "-0", "1e5", "1.5E-3", "\"a\"", "true", "false", "null", " [1, 2 ,3 ] ",
    "{\"a\": {\"b\": [null, \"\\u00e9\\ud83d\\ude00\\/\\n\"]}}", "\"h\u{E9}llo\"", "\"\u{7F}\"",
    // None of these is JSON.
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a: 1}", "01", "1.", ".5", "+1", "1e", "NaN", "Infinity",
    "'a'", "\"\\x41\"", "\"a\nb\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "[1 2]", "tru", "nulll",
    "{\"a\" 1}", "\"open", "[1]]", "// no\n1", "\"\t\"", "-", "\u{0}",
  ]

  @Test(arguments: documents) func itTakesAndRefusesWhatAFastReaderOfJSONDoes(text: String) {
    let bytes = Array(text.utf8)
    let isTaken = (try? JSONTree.read(bytes)) != nil
    let isJSON = (try? JSONDocument(bytes)) != nil
    #expect(isTaken == isJSON)
  }

  @Test func everyValueKnowsItsLineAndColumn() throws {
    let text = """
      {
        "h\u{E9}": "\u{E9}", "pages": [
          {"x": 1},
          2]
      }
      """
    let root = try JSONTree.read(Array(text.utf8))
    guard case .object(let members) = root.content,
      case .list(let pages) = members[1].value.content
    else {
      Issue.record("expected an object with a list")
      return
    }
    #expect(members[1].position == FilePosition(line: 2, column: 14))
    #expect(pages.map(\.position.line) == [3, 4])
    #expect(pages[1].position.column == 5)
  }

  @Test func jsonAndYAMLGiveTheSameTree() throws {
    let json = try JSONTree.read(
      Array(#"{"pages": [{"width": 2.5, "name": "a b"}], "on": true, "none": null}"#.utf8))
    let yaml = try #require(
      try YAMLTree.read(
        Array(
          """
          pages:
            - width: 2.5
              name: a b
          on: true
          none: ~
          """.utf8)))
    #expect(json.values == yaml.values)
  }

  @Test(arguments: [
    ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, "expected a comma or a closing brace"),
    ("[1,\n\n 02]", 3, "expected a comma or a closing bracket"),
    ("{\"a\": 1,\n\"a\": 2}", 2, "the key “a” appears twice"),
    ("{\"a\":\n yes}", 2, "expected a value"),
  ])
  func aMistakeInJSONHasItsLine(text: String, line: Int, sentence: String) {
    let error = failure(json: text)
    #expect(error?.position.line == line)
    #expect(error?.sentence.hasPrefix(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test(arguments: [
    ("a: 1\nb: [1\nc: 2", 3, "this is not YAML"), ("a: 1\na: 2", 2, "the key “a” appears twice"),
    ("a: *b", 1, "there is no anchor “b”"),
    ("a: 1\n---\nb: 2", 2, "the file has more than one document"),
    ("? [1]\n: 2", 1, "a key must be a text"), ("a:\n\t- b", 2, "this is not YAML"),
  ])
  func aMistakeInYAMLHasItsLine(text: String, line: Int, sentence: String) {
    let error = failure(yaml: text)
    #expect(error?.position.line == line, "\(error?.sentence ?? "")")
    #expect(error?.sentence.hasPrefix(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test func yamlValuesAreThoseOfJSON() throws {
    let root = try #require(
      try YAMLTree.read(Array("[yes, true, 12, \"12\", 1e3, 2026-11-21, .inf, '', ~, 0x1F]".utf8)))
    #expect(
      root.values
        == "[text(yes), true, 12, text(12), 1000, text(2026-11-21), text(.inf), text(), null, text(0x1F)]"
    )
  }

  @Test func aliasesOfAliasesEndAtALimit() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      let alias = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(alias)]\n"
    }
    let error = failure(yaml: text)
    #expect(error?.isLimit == true)
    #expect(error?.sentence == "there are more than 250000 values in the file")
  }

  @Test func depthAndCountAreBoundedInBothForms() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(json: deep)?.isLimit == true)
    #expect(failure(yaml: deep)?.isLimit == true)
    let many = "[" + String(repeating: "1,", count: 300_000) + "1]"
    #expect(failure(json: many)?.isLimit == true)
    #expect(failure(yaml: many)?.isLimit == true)
    let large = "\"" + String(repeating: "x", count: 5 << 20) + "\""
    #expect(failure(json: large)?.sentence == "the file is larger than 4 MiB")
    #expect(failure(yaml: large)?.isLimit == true)
  }
}

extension PositionedNode {
  /// The tree without places, for comparing.
  fileprivate var values: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number, _): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .text(let text): "text(\(text))"
    case .list(let nodes): "[" + nodes.map(\.values).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.name): \($0.value.values)" }.joined(separator: ", ") + "}"
    }
  }
}
