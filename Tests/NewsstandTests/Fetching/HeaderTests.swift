import Testing

@testable import RectoNewsstand

struct HeaderTests {
  private func read(_ lines: [String]) throws -> AnswerHead? {
    var reader = HeadReader()
    for line in lines {
      let bytes = Array("\(line)\r\n".utf8)
      _ = try bytes.withUnsafeBytes { try reader.take($0) }
    }
    return reader.head
  }

  @Test func aHeaderIsRead() throws {
    let head = try #require(
      try read([
        "HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "content-LENGTH:  12 ",
        "Content-Type: Text/HTML; charset=utf-8", "ETag: \"a\"", "",
      ]))
    #expect(head.status == 200 && head.version == "1.1" && head.contentLength == 12)
    #expect(head.isHTML && head.strongValidator == "\"a\"")
  }

  @Test(arguments: [
    ["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2"],
    ["HTTP/1.1 200 OK", "Content-Length: -1"], ["HTTP/1.1 200 OK", "Content-Length: 0x1"],
    ["HTTP/1.1 200 OK", "Content-Length: 1, 1"],
    ["HTTP/1.1 200 OK", "Content-Length: 99999999999999999999"],
    ["HTTP/1.1 200 OK", "no field"], ["HTTP/1.1 200 OK", "A: b", " folded"],
    ["HTTP/1.1 200 OK", "A: b\rC: d"], ["HTTP/1.1 2000 OK"], ["ICY 200 OK"], [""],
    ["HTTP/1.1 200 OK"] + (0...200).map { "A\($0): b" },
    ["HTTP/1.1 200 OK", "A: " + String(repeating: "b", count: 70_000)],
    (0...20).flatMap { _ in ["HTTP/1.1 100 Continue", ""] },
  ])
  func aHeaderThatMeansHarmIsNone(lines: [String]) {
    #expect(throws: HeadProblem.self) { try read(lines + [""]) }
  }

  @Test func onlyWhatStandsForTheBytesIsAStrongValidator() throws {
    func validator(_ fields: String...) throws -> String? {
      try read(["HTTP/1.1 200 OK"] + fields + [""])?.strongValidator
    }
    let changed = "Sun, 22 Nov 2026 05:00:00 GMT"
    #expect(try validator("ETag: W/\"a\"") == nil)
    #expect(try validator("Last-Modified: \(changed)") == nil)
    // Within a minute, it may have changed again.
    #expect(
      try validator("Last-Modified: \(changed)", "Date: Sun, 22 Nov 2026 05:00:59 GMT") == nil)
    #expect(
      try validator("Last-Modified: \(changed)", "Date: Sun, 22 Nov 2026 05:01:00 GMT") == changed)
    #expect(try validator("Last-Modified: soon", "Date: \(changed)") == nil)
  }

  @Test func aDateOfChangeFromTheSecondOfTheAnswerSaysNothing() throws {
    func date(_ fields: String...) throws -> String? {
      try read(["HTTP/1.1 200 OK"] + fields + [""])?.validators.lastModified
    }
    let changed = "Sun, 22 Nov 2026 05:00:00 GMT"
    #expect(try date("Last-Modified: \(changed)", "Date: \(changed)") == nil)
    #expect(try date("Last-Modified: \(changed)", "Date: Sun, 22 Nov 2026 04:59:59 GMT") == nil)
    #expect(
      try date("Last-Modified: \(changed)", "Date: Sun, 22 Nov 2026 05:00:01 GMT") == changed)
    // Without a clock of its own, a server's word is all that there is.
    #expect(try date("Last-Modified: \(changed)") == changed)
    #expect(
      try read([
        "HTTP/1.1 200 OK", "ETag: \"a\"", "Last-Modified: \(changed)", "Date: \(changed)", "",
      ])?
      .validators.entityTag == "\"a\"")
  }

  @Test func retryAfterIsSecondsOrADate() {
    let now = 1_795_323_600  // 2026-11-22T05:00:00Z
    #expect(secondsToWait("120", now: now) == 120)
    #expect(secondsToWait("Sun, 22 Nov 2026 05:00:30 GMT", now: now) == 30)
    #expect(secondsToWait("Sun, 22 Nov 2026 04:00:00 GMT", now: now) == 0)
    #expect(secondsToWait("-5", now: now) == nil && secondsToWait("", now: now) == nil)
    #expect(secondsToWait("soon", now: now) == nil)
    #expect(secondsToWait(String(repeating: "9", count: 400), now: now) == 4e9)
  }

  @Test func aContentRangeIsWhatItSays() {
    #expect(ContentRange("bytes 5-9/10")?.total == 10)
    #expect(ContentRange("Bytes 5-9/*")?.first == 5)
    for text in [
      "", "bytes 9-5/10", "bytes 5-10/10", "bytes */10", "bytes 5-/10", "5-9/10", "bytes -5-9/10",
      "bytes 5-9", "lines 5-9/10", "bytes 5-9/", "bytes 0-99999999999999999999/*",
    ] { #expect(ContentRange(text) == nil, "\(text)") }
  }
}
