import RectoImageBackend
import RectoPageModel
import TestSupport
import Testing

/// Comic books in RAR, 7z and tar.
@Suite struct StreamedArchiveTests {
  private func page(_ width: Int) throws -> [UInt8] {
    try Canvas(width: width, height: 8, .pureRed).encoded()
  }

  /// Pages 10, 20 and so on wide, with what else lies in such archives.
  private func folder(pages: Int) throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    for number in 1...pages {
      try folder.write(try page(number * 10), to: "book/page \(number).png")
    }
    try folder.write(Array("no page".utf8), to: "book/readme.txt")
    try folder.write(
      Array(alto(altoLine(altoString("Tide", 0, 0, 5, 5))).utf8), to: "book/page 2.xml")
    return folder
  }

  private static let formats = [
    ("7zip", "cb7"), ("ustar", "cbt"), ("pax", "cbt"), ("gnutar", "cbt"),
  ]

  @Test(.enabled(if: program("bsdtar") != nil, "bsdtar is not installed"), arguments: formats)
  func aComicBookHasItsPagesInNaturalOrder(format: String, ending: String) async throws {
    let folder = try folder(pages: 12)
    let path = folder.path("book.\(ending)")
    let made = try await run(
      try #require(program("bsdtar")), ["--format", format, "-cf", path, "book"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    #expect(ImageBackend().recognizes(SourceProbe(try source(path))) == .byContent)
    let publication = try open(path)
    #expect(try publication.widths() == (1...12).map { $0 * 10 })
    // Forward and back, which restarts the archive.
    for index in [11, 0, 5, 4, 11, 11] {
      #expect(try publication.page(at: index).canvas().width == (index + 1) * 10)
    }
    #expect(try publication.words(page: 1).map(\.text) == ["Tide"])
  }

  @Test func aRARIsOneToo() throws {
    let bytes = rar([
      RAREntry("b\\2.png", try page(20)), RAREntry("b\\10.png", try page(50)),
      RAREntry("b\\1.png", try page(10)),
    ])
    let publication = try open(bytes, name: "nowhere/a.cbr")
    #expect(publication.info.format == "image archive")
    #expect(try publication.widths() == [10, 20, 50])
  }

  @Test func namesInEveryScriptAreRead() throws {
    let names = ["Käse/1.png", "日本/2.png", "🌊/3.png"]
    let entries = try names.enumerated().map { RAREntry($1, try page($0 * 10 + 10)) }
    #expect(Set(try open(rar(entries)).widths()) == [10, 20, 30])
  }

  @Test func linksAndDevicesAreNoPages() throws {
    var link = RAREntry("0.png", Array("/etc/passwd".utf8))
    link.mode = 0o120_777
    var pipe = RAREntry("3.png", [])
    pipe.mode = 0o010_644
    let publication = try open(rar([link, RAREntry("1.png", try page(10)), pipe]))
    #expect(try publication.widths() == [10])
  }

  @Test(arguments: [false, true]) func anEncryptedOneIsRefused(headers: Bool) throws {
    var entry = RAREntry("1.png", try page(10))
    entry.isEncrypted = !headers
    for password in [nil, "tide"] {
      let error = refusal(rar([entry], headersAreEncrypted: headers), password: password)
      #expect(error?.code == .unsupported)
      #expect(error?.message.contains("encrypted") == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: ["../1.png", "/1.png", "a/../../1.png", "..\\1.png", "C:\\1.png"])
  func aPathThatLeadsOutIsRefused(name: String) throws {
    let error = refusal(rar([RAREntry("1.png", try page(10)), RAREntry(name, try page(10))]))
    #expect(error?.code == .damaged)
    #expect(error?.message.hasSuffix("leads out of the archive") == true)
  }

  @Test func aBombIsRefusedBeforeItIsUnpacked() throws {
    var huge = RAREntry("1.png", try page(10))
    huge.statedSize = 0x7FFF_FFFF
    #expect(refusal(rar([huge]))?.code == .limit)
    // Many that are each within the limit.
    var large = huge
    large.statedSize = 200 << 20
    let many = (0..<8).map { number -> RAREntry in
      large.name = "\(number).png"
      return large
    }
    #expect(refusal(rar(many))?.code == .limit)
    var steep = huge
    steep.statedSize = 64 << 20
    #expect(refusal(rar([steep]))?.code == .limit)
  }

  @Test func tooManyEntriesAreRefused() throws {
    let entries = (0...20_000).map { RAREntry("\($0).png", []) }
    #expect(refusal(rar(entries))?.code == .limit)
  }

  @Test func aPageWhoseBytesAreNotWhatIsStatedFailsAlone() throws {
    var lying = RAREntry("1.png", try page(10))
    lying.statedSize = UInt32(lying.bytes.count + 9)
    let publication = try open(rar([lying, RAREntry("2.png", try page(20))]))
    #expect(publication.failure(page: 0)?.code == .damaged)
    #expect(try publication.page(at: 1).canvas().width == 20)
  }

  @Test func oneThatIsCutOffAnywhereFailsInASentence() throws {
    let whole = rar([RAREntry("1.png", try page(10)), RAREntry("2.png", try page(20))])
    for length in stride(from: 8, to: whole.count - 8, by: 7) {
      if let error = refusalOrFailure(Array(whole.prefix(length)), name: "nowhere/a.cbr") {
        #expect([.damaged, .unsupported].contains(error.code), "\(length): \(error)")
      }
    }
  }

  @Test func aFlippedByteIsNeverWorseThanAnError() throws {
    let whole = rar([RAREntry("1.png", try page(10)), RAREntry("2.png", try page(20))])
    for place in 7..<min(whole.count, 160) {
      var bytes = whole
      bytes[place] ^= 0xFF
      _ = refusalOrFailure(bytes, name: "nowhere/a.cbr")
    }
  }
}
