import RectoPageModel
import Testing

@Suite struct ArchiveLimitTests {
  private func page() throws -> ZipEntry {
    ZipEntry("1.png", try Canvas(width: 8, height: 8, .pureRed).encoded())
  }

  @Test func anEntryThatWouldBurstIsALimit() throws {
    let bomb = ZipEntry("2.png", [UInt8](repeating: 0, count: 2 << 20))
    let error = refusal(try archive([page(), bomb], ZipMethod(isDeflated: true)))
    #expect(error?.code == .limit)
    #expect(error?.message.contains("2.png is compressed") == true)
  }

  @Test func aSmallEntryMayBeCompressedAsFarAsItGoes() throws {
    let blank = ZipEntry("notes.txt", [UInt8](repeating: 0, count: 1 << 20))
    #expect(try open(archive([page(), blank], ZipMethod(isDeflated: true))).pageCount == 1)
  }

  @Test func anEntryThatIsTooLargeIsALimit() throws {
    var entry = try page()
    entry.statedSize = 257 << 20
    let error = refusal(archive([entry]))
    #expect(error?.code == .limit)
    #expect(error?.message == "the archive's entry 1.png is 257 MiB: the limit is 256 MiB")
  }

  @Test func anArchiveThatIsTooLargeIsALimit() throws {
    var entries = [try page()]
    for name in 2...6 {
      var entry = ZipEntry("\(name).png", [UInt8](repeating: 0, count: 2 << 20))
      entry.statedSize = 250 << 20
      entries.append(entry)
    }
    let error = refusal(archive(entries))
    #expect(error?.code == .limit)
    #expect(error?.message == "the archive holds more than 1024 MiB, which is the limit")
  }

  /// The content of a large archive is compressed already, so that it is hardly larger than the
  /// archive.
  @Test func aLargeArchiveMayHoldTwiceWhatItIs() throws {
    let folder = try temporaryFolder([:])
    try writeHollowArchive(
      try page(), holes: 5, of: 230 << 20, to: folder.path("large.cbz"))
    let publication = try open(folder.path("large.cbz"))
    #expect(publication.pageCount == 1)
  }

  @Test func anEndlessNameIsALimit() throws {
    let name = String(repeating: "a", count: 4093) + ".png"
    let error = refusal(archive([try page(), ZipEntry(name, "x")]))
    #expect(error?.code == .limit)
    #expect(error?.message == "the archive has a name longer than 4096 bytes")
  }

  @Test func entriesWithoutEndAreALimit() throws {
    let entries = (0...20_000).map { ZipEntry("\($0)", []) }
    let error = refusal(archive(entries))
    #expect(error?.code == .limit)
    #expect(error?.message == "the archive has 20001 entries: the limit is 20000")
  }
}
