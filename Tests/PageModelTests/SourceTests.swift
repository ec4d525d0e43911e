import Glibc
import RectoPageModel
import TestSupport
import Testing

@Suite struct SourceTests {
  private func source(_ path: String, _ bytes: [UInt8] = []) -> Source {
    Source(path: path, content: .file(FileBytes(bytes)))
  }

  @Test(arguments: [
    ("issue.pdf", "issue.pdf", "pdf"), ("/a/b/Issue.PDF", "Issue.PDF", "pdf"),
    ("scans.old/", "scans.old", "old"), ("a/.hidden", ".hidden", ""), ("a.b/c", "c", ""),
    ("x.tar.gz", "x.tar.gz", "gz"), ("ends.", "ends.", ""),
    ("standard input", "standard input", ""), ("pics//", "pics", ""), ("/a/b.c///", "b.c", "c"),
    ("/", "/", ""), ("//", "/", ""),
  ])
  func theNameAndItsExtensionComeFromThePath(path: String, name: String, ending: String) {
    #expect(source(path).name == name)
    #expect(source(path).fileExtension == ending)
  }

  @Test func aTextNamedSoIsWrittenToBeReadWhateverItBeginsWith() {
    func probe(_ name: String, _ bytes: [UInt8]) -> SourceProbe { SourceProbe(source(name, bytes)) }
    for text in [
      "%PDF-1.7 is how a file begins", "<svg>", "GIF89a", "<html>", "# Ebbe und Flüt\r\n",
    ] {
      for name in ["a.md", "a.markdown", "a.TXT", "a.text"] {
        #expect(probe(name, Array(text.utf8)).isWrittenText, "\(text)")
        #expect(probe(name, Array(text.utf8)).pdfConfidence == .none, "\(text)")
      }
      #expect(!probe("a", Array(text.utf8)).isWrittenText)
      #expect(!probe("a.svg", Array(text.utf8)).isWrittenText)
    }
    let pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
    #expect(probe("a.txt", Array(pdf.utf8)).pdfConfidence == .certain)
    #expect(probe("a", Array("%PDF-1.7".utf8)).pdfConfidence == .certain)
    for bytes: [UInt8] in [[], [0x41, 0], [0x41, 0xFF], [0xFF, 0xFE, 0x41, 0], [0x89, 0x50]] {
      #expect(!probe("a.txt", bytes).isWrittenText)
    }
    // The probe ends in the middle of a letter.
    for shift in 0..<4 {
      let long = String(repeating: "a", count: shift) + String(repeating: "夜", count: 2000)
      #expect(probe("a.txt", Array(long.utf8)).isWrittenText)
    }
  }

  @Test func aProbeHoldsTheFirstFourKilobytes() {
    let long = [UInt8](repeating: 7, count: 10_000)
    #expect(SourceProbe(source("x", long)).head == Array(long.prefix(4096)))
    #expect(SourceProbe(source("x", [1, 2])).head == [1, 2])
    #expect(SourceProbe(source("x")).head.isEmpty)
  }

  @Test func aProbeOfAFolderHoldsItsNames() {
    let probe = SourceProbe(Source(path: "scans/", content: .folder(entries: ["1.png"])))
    #expect(probe.isFolder)
    #expect(probe.entries == ["1.png"])
    #expect(probe.head.isEmpty)
  }

  @Test func aSignatureIsFoundAtItsPlaceOnly() {
    let probe = SourceProbe(source("x", Array("RIFF1234WEBP".utf8)))
    #expect(probe.begins(with: Array("RIFF".utf8)))
    #expect(probe.begins(with: Array("WEBP".utf8), at: 8))
    #expect(!probe.begins(with: Array("WEBP".utf8), at: 7))
    #expect(!probe.begins(with: Array("WEBPX".utf8), at: 8))
  }

  @Test func aMarkIsFoundWithinTheGivenBytesOnly() {
    let probe = SourceProbe(
      source("x", [UInt8](repeating: 0x20, count: 1020) + Array("%PDF-1.7".utf8)))
    #expect(!probe.contains("%PDF-"))
    #expect(probe.contains("%PDF-", within: 1025))
    #expect(!SourceProbe(source("x", Array("%PD".utf8))).contains("%PDF-"))
  }
}

@Suite struct FileBytesTests {
  private func code(_ path: String) -> PageError.Code? {
    do {
      _ = try FileBytes(path: path)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [100_000, 1 << 20, 3_000_000])
  func aFileHasItsBytes(count: Int) throws {
    let folder = try temporaryFolder()
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try FileBytes(path: try folder.write(content, to: "a"))
    #expect(file.count == content.count)
    #expect(file.withBytes { $0.elementsEqual(content) })
  }

  @Test func aSmallFileThatIsCutOffKeepsItsBytes() throws {
    let folder = try temporaryFolder()
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write(content, to: "story.md")
    let file = try FileBytes(path: path)
    #expect(truncate(path, 0) == 0)
    #expect(file.withBytes { $0.elementsEqual(content) })
    #expect(file.prefix(4) == Array(content.prefix(4)))
  }

  @Test func anEmptyFileHasNoBytes() throws {
    let folder = try temporaryFolder()
    let file = try FileBytes(path: try folder.write([], to: "empty"))
    #expect(file.count == 0)
    #expect(file.withBytes { $0.isEmpty })
  }

  @Test func bytesInMemoryAreACopy() {
    var original: [UInt8] = [1, 2, 3]
    let bytes = FileBytes(original)
    original[0] = 9
    #expect(bytes.withBytes { Array($0) } == [1, 2, 3])
  }

  @Test func aMissingFileIsNotFound() throws {
    let folder = try temporaryFolder()
    #expect(code(folder.path("none")) == .notFound)
    #expect(code(try folder.write([1], to: "file") + "/below") == .notFound)
  }

  @Test func aFolderAndADeviceCannotBeRead() throws {
    let folder = try temporaryFolder()
    #expect(code(folder.path) == .unreadable)
    #expect(code("/dev/zero") == .unreadable)
  }

  @Test func aPipeWithoutAWriterDoesNotBlockTheReader() async throws {
    let folder = try temporaryFolder()
    let pipe = folder.path("pipe")
    #expect(try await run("/usr/bin/mkfifo", [pipe]).status == 0)
    #expect(code(pipe) == .unreadable)
  }

  @Test func pagesOfAFileThatWereReadCanBeGivenBack() throws {
    let folder = try temporaryFolder()
    let content = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }
    try folder.write(content, to: "large")
    let path = folder.path("large")
    let mapped = try FileBytes(path: path)
    #expect(mapped.withBytes { $0.elementsEqual(content) })
    #expect(try residentBytes(ofMappedFile: path) > 0)
    mapped.releasePages()
    #expect(try residentBytes(ofMappedFile: path) == 0)
    #expect(mapped.withBytes { $0.elementsEqual(content) })
  }

  @Test func bytesInMemoryStay() {
    let held = FileBytes([1, 2, 3])
    held.releasePages()
    #expect(held.withBytes { Array($0) } == [1, 2, 3])
  }
}

@Suite struct AttachmentTests {
  @Test(arguments: [
    ("chart.csv", "chart.csv"), ("../../etc/passwd", "passwd"),
    ("C:\\tides\\chart.csv", "chart.csv"),
    ("/", "attachment"), ("", "attachment"), (".", "attachment"), ("..", "attachment"),
    ("a/..", "attachment"), ("a\\..", "attachment"), (".\u{0}.", "attachment"),
    ("a\nb\u{7F}c", "abc"),
    ("Gezeiten für März.txt", "Gezeiten für März.txt"),
  ])
  func aFileNameStaysInItsFolder(name: String, fileName: String) {
    let attachment = Attachment(name: name, description: nil, size: nil, modified: nil)
    #expect(attachment.fileName == fileName)
  }

  @Test func aFileNameFitsWhatFileSystemsHoldAndKeepsItsExtension() {
    for name in [
      String(repeating: "x", count: 5000) + ".csv", String(repeating: "ü", count: 200) + ".csv",
    ] {
      let fileName = Attachment(name: name, description: nil, size: nil, modified: nil).fileName
      #expect(fileName.utf8.count <= 240)
      #expect(fileName.hasSuffix(".csv"))
    }
  }
}
