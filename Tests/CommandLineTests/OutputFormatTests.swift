import TestSupport
import Testing

/// The formats that `render` writes, and that it writes no other.
@Suite struct OutputFormatTests {
  private func folderWithIssue() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 2).bytes, to: "issue.pdf")
    return folder
  }

  @Test(arguments: ["svg", "bmp", "xyz", "pngx", "pdfx"])
  func anEndingThatIsNoFormatIs64AndListsTheFormats(ending: String) async throws {
    let folder = try folderWithIssue()
    for name in ["a.\(ending)", "out/{page}.\(ending)"] {
      let result = try await runRecto(
        ["render", "issue.pdf", "--pages", "1", "-o", name], in: folder.path)
      expectRefusal(result, 64, ending, "choose png, jpeg, webp, tiff,", "or pdf with --format")
    }
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test func theHelpListsTheFormatsThatARefusalLists() async throws {
    let folder = try folderWithIssue()
    let refusal = try await runRecto(["render", "issue.pdf", "-o", "a.xyz"], in: folder.path).errors
    let formats = try #require(try /choose (.+) or pdf/.firstMatch(in: refusal)?.output.1)
    let help = try await plainAnswer("render", "--help").split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("\(formats) (default: png); pdf for stories"))
  }

  @Test func theFormatIsFreeWhereItIsSaid() async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      ["render", "issue.pdf", "--pages", "1", "-f", "png", "-o", "a.picture"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try bytes(ofFile: folder.path("a.picture")).starts(with: [0x89] + Array("PNG".utf8)))
  }

  /// With a signature by which everybody knows the format, and the pixels of the PNG.
  @Test(arguments: [
    ("tif", 0, [0x49, 0x49, 0x2A, 0]), ("tiff", 0, [0x49, 0x49, 0x2A, 0]),
    ("gif", 0, Array("GIF89a".utf8)), ("avif", 4, Array("ftypavif".utf8)),
    ("jxl", 0, [0xFF, 0x0A]),
  ])
  func tiffGIFAVIFAndJPEGXLAreWritten(
    ending: String, offset: Int, signature: [UInt8]
  ) async throws {
    let folder = try folderWithIssue()
    for name in ["page.\(ending)", "page.png"] {
      let result = try await runRecto(
        ["render", "issue.pdf", "--pages", "1", "--quality", "100", "-o", name], in: folder.path)
      try #require(result.status == 0, "\(result.errors)")
    }
    let file = try bytes(ofFile: folder.path("page.\(ending)"))
    #expect(file.dropFirst(offset).starts(with: signature), "\(file.prefix(16))")
    let again = try decodePNG(
      await rendered("--scale", "1", folder.path("page.\(ending)")))
    let page = try decodePNG(bytes(ofFile: folder.path("page.png")))
    // A TIFF says how large its pixels are: 209 x 417 of them are 100 x 200 points.
    if ending.hasPrefix("tif") {
      #expect((again.width, again.height) == (101, 201))
    } else {
      #expect((again.width, again.height) == (page.width, page.height))
      #expect(alike(again.rgb.samples, page.rgb.samples))
    }
  }
}
