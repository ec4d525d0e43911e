import Glibc
import RectoEPUBReading
import RectoPageModel
import TestSupport
import Testing

/// Books of Mobipocket and Kindle, read as the EPUB that they could have been.
@Suite struct MobiTests {
  private func open(_ bytes: [UInt8]) throws -> OpenBook {
    try OpenBook(Source(path: "a.mobi", content: .file(FileBytes(bytes))))
  }

  @Test func booksThatAreTakenApartLeaveOtherThreadsXMLAlone() throws {
    // libmobi finds the first definition, as any library does; that of libxml2 frees what all use.
    let xml = try #require(dlopen("libxml2.so.2", RTLD_LAZY | RTLD_NOLOAD))
    defer { dlclose(xml) }
    let found = try #require(dlsym(nil, "xmlCleanupParser"))
    #expect(found != dlsym(xml, "xmlCleanupParser"))
  }

  @Test func aBookHasItsTextAndItsFacts() throws {
    var mobi = MobiBytes()
    mobi.text = "<html><body><h1>Quay</h1><p>naïve — 海 &amp; more</p></body></html>"
    let open = try open(mobi.bytes)
    #expect(open.format == "Mobipocket")
    #expect(open.book.metadata.common.title == "Quay")
    #expect(open.book.metadata.common.author == "Mara Hale")
    #expect(open.book.metadata.common.language == "en")
    let item = try #require(open.book.spine.first)
    #expect(item.mediaType == "text/html")
    let bytes = try open.content(of: item.path).withBytes { Array($0) }
    // A browser that is told nothing else takes it for UTF-8 then.
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(String(decoding: bytes, as: UTF8.self).contains("naïve — 海 &amp; more"))
  }

  /// It has no header that says more, and its letters are those of Windows.
  @Test func aBookOfPalmDOCHasItsText() throws {
    var mobi = MobiBytes()
    mobi.kind = "TEXtREAd"
    mobi.text = "<p>Tide in, tide out.</p>"
    let open = try open(mobi.bytes)
    let path = try #require(open.book.spine.first).path
    let text = try open.content(of: path).withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text.contains("<p>Tide in, tide out.</p>"))
  }

  @Test func aLongTextIsWholeAndItsPicturesAreFiles() throws {
    var mobi = MobiBytes()
    let words = (0..<4000).map { "word\($0)" }.joined(separator: " ")
    mobi.text = "<html><body><p>\(words)</p><img recindex=\"00001\"/></body></html>"
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    mobi.pictures = [signature + [UInt8](repeating: 0, count: 40)]
    let open = try open(mobi.bytes)
    let path = try #require(open.book.spine.first).path
    let text = try open.content(of: path).withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text.contains(words))
    let picture = try #require(text.firstMatch(of: /src="([^"]+)"/)?.1)
    #expect(open.contains(try RelativePath(String(picture))))
  }

  @Test(arguments: [1, 2] as [UInt16]) func aProtectedBookIsRefused(encryption: UInt16) throws {
    var mobi = MobiBytes()
    mobi.encryption = encryption
    let error = try #require(throws: PageError.self) { try open(mobi.bytes) }
    #expect(error.code == .unsupported)
    #expect(error.message.contains("copy-protected"))
  }

  @Test func aBookThatLiesOfItsLengthIsRefused() throws {
    for length in [0xFFFF_FFF0, 0x7FFF_FFFF] as [UInt32] {
      var mobi = MobiBytes()
      mobi.statedLength = length
      expectRefusalOrText(mobi.bytes)
    }
    var packed = MobiBytes()
    packed.compression = 17_480
    #expect(throws: PageError.self) { try open(packed.bytes) }
  }

  /// Cut off anywhere, and with bytes changed in its headers, a book opens or is refused in a sentence.
  @Test func damageIsRefusedOrPassedOver() throws {
    var mobi = MobiBytes()
    let text = String(repeating: "<p>Tide after tide.</p>", count: 400)
    mobi.text = "<html><body>\(text)</body></html>"
    let whole = mobi.bytes
    for length in stride(from: 68, to: whole.count, by: 97) {
      expectRefusalOrText(Array(whole[..<length]))
    }
    var random = SeededGenerator(seed: 26)
    for _ in 0..<300 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 68..<600, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      expectRefusalOrText(damaged)
    }
  }

  private func expectRefusalOrText(_ bytes: [UInt8]) {
    do {
      let open = try open(bytes)
      #expect(!open.book.spine.isEmpty)
    } catch {
      guard let error = error as? PageError else {
        Issue.record(error)
        return
      }
      #expect([.damaged, .unsupported, .limit].contains(error.code), "\(error)")
      #expect(!error.message.contains("\n"))
    }
  }
}
