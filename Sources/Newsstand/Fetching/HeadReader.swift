import RectoHTTP

/// Parses the lines of an untrusted answer's header as they arrive.
struct HeadReader {
  /// The maximum size of all lines together. Present servers use 8 to 64 KiB.
  static let mostBytes = 64 << 10
  static let mostFields = 200
  /// The maximum number of interim answers, such as "100 Continue".
  static let mostInterim = 8

  private var bytes = 0
  private var fields = 0
  private var interim = 0
  private var current: AnswerHead?
  /// The answer's own, once its last line was there.
  private(set) var head: AnswerHead?

  /// True until the first line.
  var isEmpty: Bool { bytes == 0 }

  /// Takes a line with its end; returns true if the header is complete with it.
  ///
  /// Throws a sentence that fits after "the answer".
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HeadProblem) -> Bool {
    bytes += line.count
    guard bytes <= Self.mostBytes else {
      throw HeadProblem("has a header of more than \(Self.mostBytes >> 10) KiB")
    }
    // Fields after a chunked body are ignored.
    guard head == nil else { return false }
    let text = try Self.text(of: line)
    if text.isEmpty { return try end() }
    guard current != nil else {
      current = try Self.status(text)
      return false
    }
    fields += 1
    guard fields <= Self.mostFields else {
      throw HeadProblem("has more than \(Self.mostFields) fields in its header")
    }
    try add(text)
    return false
  }

  private mutating func end() throws(HeadProblem) -> Bool {
    guard let current else { throw HeadProblem("begins with an empty line") }
    self.current = nil
    guard current.status < 200 else {
      head = current
      return true
    }
    interim += 1
    guard interim <= Self.mostInterim else {
      throw HeadProblem("is announced more than \(Self.mostInterim) times and does not come")
    }
    return false
  }

  private mutating func add(_ line: String) throws(HeadProblem) {
    guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, line.first != " ",
      line.first != "\t"
    else { throw HeadProblem("has a line in its header that is not a field") }
    let name = String(line[..<colon])
    let value = trimmed(line[line.index(after: colon)...])
    if name.lowercased() == "content-length" {
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber, Int(value) != nil else { throw HeadProblem("states an invalid length") }
      if let other = current?.headers[name], other != value {
        throw HeadProblem("states two lengths")
      }
    }
    current?.headers.append(name, value)
  }

  /// `HTTP/1.1 200 OK`.
  private static func status(_ line: String) throws(HeadProblem) -> AnswerHead {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3,
      let status = Int(words[1]), status >= 100
    else { throw HeadProblem("is not HTTP") }
    return AnswerHead(version: String(words[0].dropFirst(5)), status: status)
  }

  /// The text of a line without its end. Control characters, which could affect a terminal or start
  /// another line, are refused.
  private static func text(of line: UnsafeRawBufferPointer) throws(HeadProblem) -> String {
    var line = line[...]
    if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard !line.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) else {
      throw HeadProblem("has control characters in its header")
    }
    return String(decoding: line, as: UTF8.self)
  }

  private func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

/// The problem of a header, to be put after "the answer".
struct HeadProblem: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
