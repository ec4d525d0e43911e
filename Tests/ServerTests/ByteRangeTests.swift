import Testing

@testable import RectoServer

struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)),
    ("bytes=-5", .part(95..<100)), ("bytes=90-1000", .part(90..<100)),
    ("bytes=-1000", .part(0..<100)), ("bytes=0-0", .part(0..<1)), ("bytes=100-", .nothing),
    ("bytes=-0", .nothing), ("bytes=9-1", .whole), ("bytes=0-1,4-5", .whole),
    ("bytes=a-b", .whole), ("lines=0-1", .whole), ("bytes=", .whole), ("bytes=-", .whole),
    ("bytes=0-9223372036854775807", .part(0..<100)), ("bytes=99999999999999999999-", .whole),
  ])
  func aRangeIsWhatTheStandardSays(text: String, range: ByteRange) {
    #expect(ByteRange(text, of: 100) == range)
  }
}
