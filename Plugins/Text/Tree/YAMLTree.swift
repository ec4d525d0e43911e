import CRectoYAML

/// Reads YAML 1.1 as LibYAML has it, with the values of the JSON schema of YAML 1.2: `yes` is a
/// text, and only `true` is true.
final class YAMLTree {
  private var parser = yaml_parser_t()
  private var anchors: [String: PositionedNode] = [:]
  private var values = 0
  /// Lines before the text, as of a story whose front matter it is.
  private let lineOffset: Int

  /// The tree of a file with one document; nil for an empty file.
  ///
  /// Throws if it is not YAML or exceeds `TreeLimits`. Calls `yaml_parser_parse`.
  static func read(
    _ bytes: [UInt8], lineOffset: Int = 0
  ) throws(TreeError) -> PositionedNode? {
    guard bytes.count <= TreeLimits.bytes else {
      throw TreeError(
        isLimit: true, position: FilePosition(line: 1 + lineOffset, column: 1),
        sentence: "the file is larger than \(TreeLimits.bytes >> 20) MiB")
    }
    let tree = YAMLTree(lineOffset: lineOffset)
    let outcome = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(TreeError) in
        yaml_parser_set_encoding(&tree.parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&tree.parser, buffer.baseAddress, buffer.count)
        return try tree.document()
      }
    }
    return try outcome.get()
  }

  private init(lineOffset: Int) {
    self.lineOffset = lineOffset
    yaml_parser_initialize(&parser)
  }

  deinit { yaml_parser_delete(&parser) }

  private func document() throws(TreeError) -> PositionedNode? {
    _ = try next()  // The start of the stream.
    let start = try next()
    guard start.type == YAML_DOCUMENT_START_EVENT else { return nil }
    let node = try node(next(), depth: 0)
    _ = try next()  // The document's end.
    let end = try next()
    guard end.type == YAML_STREAM_END_EVENT else {
      throw TreeError(position: end.position, sentence: "the file has more than one document")
    }
    return node
  }

  private func node(_ event: Event, depth: Int) throws(TreeError) -> PositionedNode {
    guard depth < TreeLimits.depth else {
      throw limit("lists and objects nest deeper than \(TreeLimits.depth)", at: event.position)
    }
    try count(1, at: event.position)
    let content: PositionedNode.Content
    switch event.type {
    case YAML_ALIAS_EVENT:
      guard let node = anchors[event.anchor ?? ""] else {
        throw TreeError(
          position: event.position,
          sentence: "there is no anchor \(quoted(event.anchor ?? "")) before this")
      }
      // Repetitions by an alias count again, so that aliases of aliases do not grow without bound.
      try count(node.size, at: event.position)
      return node
    case YAML_SCALAR_EVENT:
      content = event.scalar
    case YAML_SEQUENCE_START_EVENT:
      content = .list(try elements(depth: depth))
    case YAML_MAPPING_START_EVENT:
      content = .object(try members(depth: depth))
    default:
      throw TreeError(position: event.position, sentence: "expected a value")
    }
    let node = PositionedNode(content, at: event.position)
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private func elements(depth: Int) throws(TreeError) -> [PositionedNode] {
    var elements: [PositionedNode] = []
    while true {
      let event = try next()
      if event.type == YAML_SEQUENCE_END_EVENT { return elements }
      elements.append(try node(event, depth: depth + 1))
    }
  }

  private func members(depth: Int) throws(TreeError) -> [PositionedNode.Member] {
    var members: [PositionedNode.Member] = []
    var names: Set<String> = []
    while true {
      let event = try next()
      if event.type == YAML_MAPPING_END_EVENT { return members }
      guard event.type == YAML_SCALAR_EVENT else {
        throw TreeError(position: event.position, sentence: "a key must be a text")
      }
      guard names.insert(event.text).inserted else {
        throw TreeError(
          position: event.position, sentence: "the key \(quoted(event.text)) appears twice")
      }
      let value = try node(next(), depth: depth + 1)
      members.append(
        PositionedNode.Member(name: event.text, position: event.position, value: value))
    }
  }

  private func count(_ added: Int, at position: FilePosition) throws(TreeError) {
    values += added
    guard values <= TreeLimits.values else {
      throw limit("there are more than \(TreeLimits.values) values in the file", at: position)
    }
  }

  private func limit(_ sentence: String, at position: FilePosition) -> TreeError {
    TreeError(isLimit: true, position: position, sentence: sentence)
  }

  // MARK: Events

  /// The relevant parts of one of LibYAML's events, which is freed at once.
  fileprivate struct Event {
    var type: yaml_event_type_t
    var position: FilePosition
    var anchor: String?
    var text = ""
    var isPlain = false
  }

  private func next() throws(TreeError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) != 0 else { throw error }
    defer { yaml_event_delete(&event) }
    var result = Event(type: event.type, position: position(event.start_mark))
    switch event.type {
    case YAML_ALIAS_EVENT:
      result.anchor = event.data.alias.anchor.map { String(cString: $0) }
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      result.anchor = scalar.anchor.map { String(cString: $0) }
      result.text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      result.isPlain = scalar.plain_implicit != 0
    case YAML_SEQUENCE_START_EVENT:
      result.anchor = event.data.sequence_start.anchor.map { String(cString: $0) }
    case YAML_MAPPING_START_EVENT:
      result.anchor = event.data.mapping_start.anchor.map { String(cString: $0) }
    default: break
    }
    return result
  }

  private func position(_ mark: yaml_mark_t) -> FilePosition {
    FilePosition(line: Int(mark.line) + 1 + lineOffset, column: Int(mark.column) + 1)
  }

  /// LibYAML's own error message.
  private var error: TreeError {
    let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
    let isReading = parser.error == YAML_READER_ERROR
    return TreeError(
      position: isReading
        ? FilePosition(line: Int(parser.mark.line) + 1 + lineOffset, column: 1)
        : position(parser.problem_mark),
      sentence: "this is not YAML: \(problem)")
  }
}

extension YAMLTree.Event {
  /// A plain scalar by the rules of YAML 1.2, 10.2; one in quotes is always a text.
  fileprivate var scalar: PositionedNode.Content {
    guard isPlain else { return .text(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default:
      let isNumeric = text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
      }
      if isNumeric, let number = Double(text), number.isFinite {
        return .number(number, digits: text)
      }
      return .text(text)
    }
  }
}
