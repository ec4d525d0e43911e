import RectoPageModel

/// A value of a layout file, with its path from the root, and the findings to report to.
struct LayoutValue {
  let node: PositionedNode
  let path: ValuePath
  let reading: LayoutReading

  /// `layout.json:12: pages[0].width`
  var place: String {
    let text = path.text
    return "\(reading.fileName):\(node.position.line)" + (text.isEmpty ? "" : ": \(text)")
  }

  func report(_ code: Findings.Code, _ sentence: String) {
    reading.findings.report(code, at: place, sentence)
  }

  /// The value as text, for messages.
  var shown: String {
    switch node.content {
    case .null: "nothing"
    case .bool(let value): "\(value)"
    case .number(_, let digits): String(digits.prefix(30))
    case .text(let text): quoted(text)
    case .list: "a list"
    case .object: "an object"
    }
  }

  private func wrongType(_ wanted: String) {
    report(.wrongType, "must be \(wanted), not \(shown)")
  }

  // MARK: Single values; each gives nil after a warning

  func text() -> String? {
    guard case .text(let text) = node.content else {
      wrongType("a text")
      return nil
    }
    return text
  }

  /// A text with something in it.
  func name() -> String? {
    guard let text = text() else { return nil }
    guard !text.isEmpty else {
      report(.badValue, "must not be empty")
      return nil
    }
    return text
  }

  func bool() -> Bool? {
    guard case .bool(let value) = node.content else {
      wrongType("true or false")
      return nil
    }
    return value
  }

  func number(in range: ClosedRange<Double>) -> Double? {
    guard case .number(let number, _) = node.content else {
      wrongType("a number")
      return nil
    }
    return check(number, in: range) ? number : nil
  }

  func integer(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number, _) = node.content, number.rounded() == number else {
      wrongType("a whole number")
      return nil
    }
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    return check(number, in: bounds) ? Int(number) : nil
  }

  /// Reports where a number is out of range.
  func check(_ number: Double, in range: ClosedRange<Double>) -> Bool {
    if range.contains(number) { return true }
    report(.badValue, "must be \(Self.sentence(range)), not \(shown)")
    return false
  }

  private static func sentence(_ range: ClosedRange<Double>) -> String {
    func text(_ number: Double) -> String {
      number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
    return range.upperBound >= LengthSyntax.maximum
      ? "\(text(range.lowerBound)) or more"
      : "from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// One of the raw values of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    keyword(of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  func keyword(of words: [String]) -> String? {
    guard case .text(let text) = node.content else {
      wrongType("one of \(words.joined(separator: ", "))")
      return nil
    }
    guard words.contains(text) else {
      report(
        .badValue,
        "must be one of \(words.joined(separator: ", ")), not \(quoted(text))"
          + suggestion(for: text, among: words))
      return nil
    }
    return text
  }

  // MARK: Lists and objects

  /// Its elements; none after a warning, or if there are more than `limit`.
  func elements(upTo limit: Int) -> [LayoutValue] {
    guard case .list(let nodes) = node.content else {
      wrongType("a list")
      return []
    }
    guard nodes.count <= limit else {
      reading.findings.exceed(at: place, "has \(nodes.count) entries; at most \(limit) are allowed")
      return []
    }
    return nodes.enumerated().map { index, node in
      LayoutValue(node: node, path: .element(path, index), reading: reading)
    }
  }

  /// The members of an object whose names the publisher chooses.
  func entries(upTo limit: Int) -> [(name: String, value: LayoutValue)] {
    guard case .object(let members) = node.content else {
      wrongType("an object")
      return []
    }
    guard members.count <= limit else {
      reading.findings.exceed(
        at: place, "has \(members.count) entries; at most \(limit) are allowed")
      return []
    }
    return members.map { member in
      (
        member.name,
        LayoutValue(node: member.value, path: .member(path, member.name), reading: reading)
      )
    }
  }

  /// The names of an object's members, in their order.
  var names: [String] {
    if case .object(let members) = node.content { members.map(\.name) } else { [] }
  }

  /// The result of `body` for an object of a kind that the schema has under this name. Keys that
  /// `body` does not read are reported.
  func object<Result>(_ kind: String, _ body: (LayoutObject) -> Result) -> Result? {
    guard case .object(let members) = node.content else {
      wrongType("an object")
      return nil
    }
    let object = LayoutObject(value: self, members: members, kind: kind)
    let result = body(object)
    object.reportUnknownKeys()
    return result
  }

  var isObject: Bool { if case .object = node.content { true } else { false } }
  var isList: Bool { if case .list = node.content { true } else { false } }
  var isText: Bool { if case .text = node.content { true } else { false } }
  var isNumber: Bool { if case .number = node.content { true } else { false } }
}

/// The way from the root of a file to a value. Its text is put together only for a message.
indirect enum ValuePath {
  case root
  case member(ValuePath, String)
  case element(ValuePath, Int)

  /// The path as text, such as `pages[2].frames[0].width`.
  var text: String {
    switch self {
    case .root: return ""
    case .element(let path, let index): return "\(path.text)[\(index)]"
    case .member(let path, let name):
      let isPlain = name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
          || (0x41...0x5A).contains(byte & ~0x20)
      }
      let shown = isPlain && name.utf8.count <= 60 ? name : quoted(name)
      let outer = path.text
      return outer.isEmpty ? shown : "\(outer).\(shown)"
    }
  }
}
