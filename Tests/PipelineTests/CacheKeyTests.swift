import RectoPageModel
import RectoPipeline
import RectoRaster
import TestSupport
import Testing

@Suite struct CacheKeyTests {
  private static let source = digest([1])
  private static let backend = BackendVersion(id: "sketch", version: "1")
  private static let fonts = FontSet.current()

  private static func digest(_ bytes: [UInt8]) -> SourceDigest {
    bytes.withUnsafeBytes { SourceDigest(bytes: $0) }
  }

  private func key(
    page: Int = 0, source: SourceDigest = source, backend: BackendVersion = backend,
    request: RenderRequest = RenderRequest(), encoding: EncodeOptions = EncodeOptions(),
    others: [String] = []
  ) -> CacheKey {
    CacheKey(
      page: page, of: source, backend: backend, fonts: Self.fonts, request: request,
      encoding: encoding, others: others)
  }

  private func key(spread: Spread) -> CacheKey {
    CacheKey(
      spread: spread, of: Self.source, backend: Self.backend, fonts: Self.fonts,
      request: RenderRequest(), encoding: EncodeOptions())
  }

  @Test func equalRequestsHaveOneName() {
    #expect(key() == key())
    #expect(key().hex == key().hex)
    #expect(key().hex.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect("\(key())" == key().hex)
  }

  @Test func everyPartChangesTheName() {
    let otherID = BackendVersion(id: "other", version: "1")
    let otherVersion = BackendVersion(id: "sketch", version: "2")
    let keys = [
      key(), key(page: 1), key(source: Self.digest([2])), key(backend: otherID),
      key(backend: otherVersion), key(request: RenderRequest(scale: .pixelsPerPoint(2))),
      key(encoding: EncodeOptions(format: .webp)), key(others: ["page-size=300x400"]),
      key(others: [""]), key(spread: Spread(left: 0, right: 1)),
      key(spread: Spread(left: 1, right: 0)), key(spread: Spread(left: 0, right: nil)),
      key(spread: Spread(left: nil, right: 0)),
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyFieldOfTheEncodingChangesTheName() {
    let keys = [
      EncodeOptions(), EncodeOptions(format: .jpeg), EncodeOptions(quality: 84),
      EncodeOptions(level: 2), EncodeOptions(dotsPerInch: 72),
    ].map { key(encoding: $0) }
    #expect(Set(keys).count == keys.count)
    // A new field belongs into the name, and into the list above.
    #expect(Mirror(reflecting: EncodeOptions()).children.count == 4)
  }

  @Test func partsDoNotRunIntoEachOther() {
    let keys: [CacheKey] = [
      CacheKey(parts: []), CacheKey(parts: [""]), CacheKey(parts: ["", ""]),
      CacheKey(parts: ["ab", "c"]), CacheKey(parts: ["a", "bc"]), CacheKey(parts: ["abc"]),
      CacheKey(parts: ["abc", ""]), CacheKey(parts: ["", "abc"]), CacheKey(parts: ["c", "ab"]),
    ]
    #expect(Set(keys).count == keys.count)
  }
}
