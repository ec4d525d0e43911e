import RectoHTTP
import Testing

struct TargetTests {
  @Test func aPlusSignIsASpaceInTheQueryOnly() throws {
    let target = try #require(HTTPTarget("/c+d/e?q=a+b"))
    #expect(target.segments == ["c+d", "e"])
    #expect(target["q"] == "a b")
  }

  @Test func anEventsNameStaysOnItsLine() {
    let event = ServerSentEvent("page\ndata: forged", data: "real")
    let sent = String(decoding: event.bytes, as: UTF8.self)
    #expect(sent == "event: pagedata: forged\ndata: real\n\n")
  }
}
