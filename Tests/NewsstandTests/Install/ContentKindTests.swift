import RectoBackends
import TestSupport
import Testing

@testable import RectoNewsstand

struct ContentKindTests {
  private let folder: TemporaryFolder
  private let kind = ContentKind(builtInBackends())

  init() throws { folder = try temporaryFolder() }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  /// An archive of these files, whose content is not compressed: a name, an extra field, and content.
  private func archive(
    _ files: [(name: String, extra: [UInt8], text: String)], comment: String = ""
  ) -> [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let fields =
        number(20, 2) + number(0, 8) + number(0, 4) + number(file.text.utf8.count, 4)
        + number(file.text.utf8.count, 4) + number(file.name.utf8.count, 2)
        + number(file.extra.count, 2)
      let place = number(bytes.count, 4)
      bytes += [0x50, 0x4B, 3, 4] + fields + Array(file.name.utf8) + file.extra
      bytes += Array(file.text.utf8)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + fields + number(0, 10) + place
      directory += Array(file.name.utf8) + file.extra
    }
    return bytes + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(bytes.count, 4)
      + number(comment.utf8.count, 2) + Array(comment.utf8)
  }

  private let type = "application/epub+zip"
  private let container = (name: "META-INF/container.xml", extra: [UInt8](), text: "<container/>")

  @Test func booksAreRecognizedWhereverTheirTypeIs() throws {
    let extra = number(0x5455, 2) + number(5, 2) + [1] + number(0, 4)
    for (files, comment) in [
      ([("mimetype", [], type), container], ""), ([("mimetype", extra, type), container], ""),
      ([container, ("mimetype", extra, type)], "packed on a Monday"), ([container], ""),
    ] {
      let path = try folder.write(archive(files, comment: comment), to: "file")
      #expect(kind.fileExtension(ofFile: path, hint: "") == "epub")
      #expect(kind.fileExtension(ofFile: path, hint: "zip") == "epub")
    }
  }

  @Test func otherArchivesKeepTheirKind() throws {
    let whole = archive([("a/1.png", [], "x"), ("META-INF/manifest.xml", [], "x")])
    for bytes in [whole, Array(whole.dropLast(9)), Array(whole.prefix(40))] {
      let path = try folder.write(bytes, to: "file")
      #expect(kind.fileExtension(ofFile: path, hint: "") == "zip")
      #expect(kind.fileExtension(ofFile: path, hint: "cbz") == "cbz")
    }
  }

  @Test func aNameWithoutAnExtensionHasTheOneOfItsMediaType() {
    let file = DownloadedFile(path: "", bytes: 1, sha256: "", mediaType: "text/markdown")
    func hint(_ url: String, _ type: String?) -> String {
      kind.hint(of: IssueAsset(url: url, mediaType: type), file)
    }
    #expect(hint("https://h.example/12.zip", "application/vnd.comicbook+zip") == "zip")
    #expect(hint("https://h.example/get?id=12", "application/vnd.comicbook+zip") == "cbz")
    #expect(hint("https://h.example/get.php?id=12", "application/vnd.comicbook+zip") == "cbz")
    #expect(hint("https://h.example/get?id=12", nil) == "md")
    #expect(hint("https://h.example/get?id=12", "application/octet-stream") == "md")
    #expect(kind.hint(of: nil, DownloadedFile(path: "", bytes: 1, sha256: "")) == "")
  }
}
