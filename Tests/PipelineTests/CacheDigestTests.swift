import Foundation
import TestSupport
import Testing

@testable import RectoPipeline

/// The properties that distinguish sources and fonts.
@Suite struct CacheDigestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
  }

  /// The digest as if made `seconds` from now.
  private func digest(
    ofFile name: String, memo: ResultCache? = nil, after seconds: Int = 0
  ) throws -> SourceDigest? {
    let descriptor = open(folder.path(name), O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return SourceDigest(file: descriptor, memo: memo, at: time(after: seconds))
  }

  /// The digest as if made ten seconds from now, when everything in the folder is old enough.
  private func digest(ofFolder name: String, after seconds: Int = 10) throws -> SourceDigest? {
    let descriptor = open(folder.path(name), O_RDONLY | O_DIRECTORY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return SourceDigest(folder: descriptor, at: time(after: seconds))
  }

  /// In nanoseconds since 1970.
  private func time(after seconds: Int) -> Int64 {
    timespec.now(CLOCK_REALTIME).nanoseconds + Int64(seconds) * 1_000_000_000
  }

  /// Waits until the file system's clock has ticked, and a change shows in the times of a file.
  private func tick() async throws {
    func changed() throws -> Int64? {
      let descriptor = open(try folder.write([1], to: "tick"), O_RDONLY)
      defer { close(descriptor) }
      return FileIdentity(descriptor)?.changed
    }
    let before = try changed()
    try await until("a tick of the file system's clock") { try changed() != before }
  }

  // MARK: Files

  /// FIPS 180-4's own examples, and lengths around those of blocks and of one read.
  @Test func aFilesDigestIsTheSHA256OfItsContent() throws {
    try folder.write("abc".utf8, to: "abc")
    #expect(
      try digest(ofFile: "abc")?.hex
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    try folder.write([], to: "empty")
    #expect(
      try digest(ofFile: "empty")?.hex
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test(
    .enabled(if: program("sha256sum") != nil, "sha256sum is not installed"),
    arguments: [55, 56, 63, 64, 65, 262_143, 262_144, 262_145, 1_000_000])
  func aFilesDigestIsThatOfSha256sum(count: Int) async throws {
    let path = try folder.write((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: "a")
    let sum = try await run(try #require(program("sha256sum")), [path]).text.prefix(64)
    #expect(try digest(ofFile: "a")?.hex == String(sum))
  }

  @Test func copiesOfAFileAndBytesInMemoryHaveOneDigest() throws {
    try folder.write(content(1), to: "a")
    try folder.write(content(1), to: "b")
    let ofFile = try #require(try digest(ofFile: "a"))
    #expect(try digest(ofFile: "b") == ofFile)
    #expect(content(1).withUnsafeBytes { SourceDigest(bytes: $0) } == ofFile)
  }

  @Test func theDescriptorStaysWhereItWas() throws {
    let descriptor = open(try folder.write(content(1), to: "a"), O_RDONLY)
    defer { close(descriptor) }
    lseek(descriptor, 17, SEEK_SET)
    _ = SourceDigest(file: descriptor)
    #expect(lseek(descriptor, 0, SEEK_CUR) == 17)
  }

  @Test func unreadableSourcesHaveNoDigest() throws {
    #expect(SourceDigest(file: -1) == nil)
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(SourceDigest(file: descriptor) == nil)
  }

  @Test func anUnchangedFileIsNotReadAgainByThisProcessOrTheNext() throws {
    let cache = CacheConfiguration(directory: folder.path("cache"))
    let path = try folder.write(content(1), to: "a")
    let memo = ResultCache(cache)
    let first = try #require(try digest(ofFile: "a", memo: memo, after: 10))
    // Nothing can be read from this one.
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    #expect(SourceDigest(file: descriptor) == nil)
    #expect(SourceDigest(file: descriptor, memo: memo) == first)
    #expect(SourceDigest(file: descriptor, memo: ResultCache(cache)) == first)
    #expect(ResultCache(cache).info().memos.entries == 1)
  }

  @Test func aFileThatWasJustWrittenIsReadEveryTime() throws {
    let memo = ResultCache(CacheConfiguration(directory: folder.path("cache")))
    try folder.write(content(1), to: "a")
    // A minute before it was written, whatever time this takes.
    _ = try digest(ofFile: "a", memo: memo, after: -60)
    #expect(memo.info().memos.entries == 0)
    _ = try digest(ofFile: "a", memo: memo, after: 10)
    #expect(memo.info().memos.entries == 1)
  }

  @Test func aChangeIsSeenThoughSizeAndTimeOfModificationAreTheSame() async throws {
    let memo = ResultCache(CacheConfiguration(directory: nil))
    let path = try folder.write(content(1), to: "a")
    let old = Date(timeIntervalSinceNow: -5000)
    func age() throws {
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    }
    try age()
    let first = try digest(ofFile: "a", memo: memo, after: 10)
    try await tick()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: content(2))
    try file.close()
    try age()
    #expect(try digest(ofFile: "a", memo: memo) != first)
    #expect(try digest(ofFile: "a") == digest(ofFile: "a", memo: memo))
  }

  @Test func anIdentityTellsWhetherTheFileWasChangedMeanwhile() async throws {
    let path = try folder.write(content(1), to: "a")
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    let before = FileIdentity(descriptor)
    #expect(before != nil)
    #expect(FileIdentity(descriptor) == before)
    try await tick()
    #expect(pwrite(descriptor, "x", 1, 0) == 1)
    #expect(FileIdentity(descriptor) != before)
    #expect(FileIdentity(-1) == nil)
  }

  // MARK: Folders

  @Test func aFoldersDigestStaysUntilSomethingInItChanges() async throws {
    let changes: [(String) throws -> Void] = [
      { _ in },
      { try folder.write(content(2), to: $0 + "/2.png") },
      { try folder.write(content(2), to: $0 + "/text/1.xml") },
      { try folder.write([], to: $0 + "/3.png") },
      { try folder.write([], to: $0 + "/text/.hidden") },
      { try FileManager.default.removeItem(atPath: folder.path($0 + "/2.png")) },
      {
        try FileManager.default.moveItem(
          atPath: folder.path($0 + "/2.png"), toPath: folder.path($0 + "/3.png"))
      },
    ]
    let names = changes.indices.map { "pages-\($0)" }
    for name in names {
      for page in ["1.png", "2.png", "text/1.xml"] {
        try folder.write(content(1), to: "\(name)/\(page)")
      }
      for (link, target) in [("circle", "."), ("nothing", "none")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("\(name)/\(link)"), withDestinationPath: target)
      }
    }
    #expect(try digest(ofFolder: names[0], after: -60) == nil, "another change might not show")
    let before = try names.map { try #require(try digest(ofFolder: $0)) }
    try await tick()
    for (name, change) in zip(names, changes) { try change(name) }
    let after = try names.map { try #require(try digest(ofFolder: $0)) }
    #expect(after[0] == before[0])
    for index in 1..<names.count { #expect(after[index] != before[index], "change \(index)") }
  }

  @Test func theTargetOfALinkInAFolderBelongsToTheFolder() async throws {
    try folder.write(content(1), to: "elsewhere/page.png")
    try folder.write(content(1), to: "pages/1.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("pages/more"), withDestinationPath: "../elsewhere")
    let before = try #require(try digest(ofFolder: "pages"))
    try await tick()
    try folder.write(content(2), to: "elsewhere/page.png")
    #expect(try digest(ofFolder: "pages") != before)
  }

  @Test func aFolderThatIsTooDeepHasNoDigest() throws {
    for (name, depth) in [("deep", 30), ("deeper", 40)] {
      let path = Array(repeating: "a", count: depth).joined(separator: "/")
      try folder.write([1], to: "\(name)/\(path)/page.png")
    }
    #expect(try digest(ofFolder: "deep") != nil)
    #expect(try digest(ofFolder: "deeper") == nil)
  }

  // MARK: Fonts

  @Test func theFontSetIsTheSameWithAndWithoutAMemo() throws {
    let cache = CacheConfiguration(directory: folder.path("cache"))
    let first = FontSet.current()
    #expect(FontSet.current(memo: ResultCache(cache)) == first)
    #expect(ResultCache(cache).info().memos.entries == 1)
    #expect(FontSet.current(memo: ResultCache(cache)) == first)
    #expect(first.hex.wholeMatch(of: /[0-9a-f]{64}/) != nil)
  }

  @Test func aNewHyphenationDictionaryGivesAnotherFontSet() async throws {
    let memo = ResultCache(CacheConfiguration(directory: folder.path("cache")))
    let dictionaries = folder.path("hyphen")
    var seen = [FontSet.current(memo: memo, dictionaries: dictionaries)]
    for name in ["hyph_en_US.dic", "hyph_de_DE.dic"] {
      try await tick()
      try folder.write([1], to: "hyphen/\(name)")
      let now = FontSet.current(memo: memo, dictionaries: dictionaries)
      #expect(!seen.contains(now), "\(name)")
      #expect(FontSet.current(memo: memo, dictionaries: dictionaries) == now)
      seen.append(now)
    }
  }

  /// The font set of a process of its own, with a configuration in `folder`.
  private func fontSet(_ environment: [String: String] = [:]) async throws -> String {
    let own = ["FONTCONFIG_FILE": folder.path("fonts.conf"), "HOME": folder.path("home")]
    let result = try await run(
      cacheProcess(), ["fonts", folder.path("cache")],
      environment: own.merging(environment) { $1 })
    #expect(result.status == 0)
    #expect(result.text.count == 65)
    return result.text
  }

  private func configure(_ elements: String, in name: String = "fonts.conf") throws {
    try folder.write("<fontconfig>\(elements)</fontconfig>".utf8, to: name)
  }

  @Test func everyChangeOfTheFontsGivesAnotherFontSet() async throws {
    let folders = "<dir>\(folder.path("fonts"))</dir><cachedir>\(folder.path("fc"))</cachedir>"
    let include = "<include ignore_missing=\"yes\">\(folder.path("conf.d"))</include>"
    try configure(folders + include)
    try configure("", in: "conf.d/10-first.conf")
    var seen = [try await fontSet()]
    #expect(try await fontSet() == seen[0])
    let changes: [() throws -> Void] = [
      { try folder.write([1], to: "fonts/first.ttf") },
      { try folder.write([1], to: "fonts/more/second.ttf") },
      { try folder.write([1], to: "fonts/more/third.ttf") },
      { try FileManager.default.removeItem(atPath: folder.path("fonts/more/second.ttf")) },
      { try configure("<match/>", in: "conf.d/10-first.conf") },
      { try configure("", in: "conf.d/20-second.conf") },
      { try configure("<!-- -->" + folders + include) },
      { try folder.write([1], to: "home/.fonts.conf") },
    ]
    for (index, change) in changes.enumerated() {
      try await tick()
      try change()
      let now = try await fontSet()
      #expect(!seen.contains(now), "change \(index)")
      #expect(try await fontSet() == now, "change \(index)")
      seen.append(now)
    }
    let japanese = try await fontSet(["FC_LANG": "ja"])
    #expect(!seen.contains(japanese))
  }
}
