import Foundation
import TestSupport
import Testing

/// `recto render --format pdf`: a layout as a PDF whose text is text, read back by Poppler.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct PDFOutputTests {
  private func pdf(_ source: String, _ options: [String] = []) throws -> (TemporaryFolder, String) {
    let folder = try temporaryFolder()
    let file = folder.path + "/out.pdf"
    // The whole layout is set for its first page, which takes a busy machine longer than a page may.
    let result = try runRecto(["render", source, "-o", file, "--time-limit", "120"] + options)
    #expect(result.status == 0, "\(result.errors)")
    return (folder, file)
  }

  private func layout() throws -> String { try #require(samplesFolder()) + "/quay-layout" }

  private func letters(_ source: String, page: Int) throws -> [UnicodeScalar: Int] {
    let result = try runRecto(["text", source, "--pages", "\(page)", "--time-limit", "120"])
    let text = String(decoding: result.output, as: UTF8.self)
    return text.unicodeScalars.reduce(into: [:]) { counts, scalar in
      if !scalar.properties.isWhitespace, ![0x2D, 0xAD, 0x2010].contains(scalar.value) {
        counts[scalar, default: 0] += 1
      }
    }
  }

  /// A PDF without tags does not say which columns follow one another, nor that spaced letters are
  /// a word: letters are what can be compared.
  @Test func itsLettersAreTheLayoutsOwn() throws {
    let (folder, file) = try pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    for page in [2, 3, 5, 7] {
      let expected = try letters(layout(), page: page)
      let found = try letters(file, page: page)
      let missing = expected.filter { $0.value > found[$0.key] ?? 0 }
      #expect(missing.isEmpty, "page \(page): \(missing)")
      #expect(expected.values.reduce(0, +) > 300)
    }
  }

  @Test func itLooksLikeTheLayout() throws {
    let (folder, file) = try pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    for page in ["1", "3"] {
      func image(_ source: String) throws -> DecodedImage {
        let result = try runRecto(
          ["render", source, "--pages", page, "--dpi", "36", "-f", "ppm", "-o", "-"])
        return try decodePortableMap(result.output).rgb
      }
      let (direct, written) = (try image(layout()), try image(file))
      #expect(direct.width == written.width && direct.height == written.height)
      var difference = 0
      for (a, b) in zip(direct.samples, written.samples) { difference += abs(Int(a) - Int(b)) }
      #expect(Double(difference) / Double(direct.samples.count) < 4)
    }
  }

  @Test func linksOutlineLabelsAndMetadataComeWithIt() throws {
    let (folder, file) = try pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    func answer(_ command: String, _ source: String) throws -> String {
      String(decoding: try runRecto([command, source]).output, as: UTF8.self)
    }
    let links = try answer("links", file)
    #expect(!links.contains("broken") && links.contains("https://example.org/quay/letters"))
    #expect(links.contains("page 3"))
    #expect(try answer("outline", file) == answer("outline", layout()))
    let info = try answer("info", file)
    #expect(info.contains("Quay") && info.contains("The Harbour Desk"))
    #expect(!(try answer("fonts", file)).contains("not embedded"))
  }

  @Test func theSameLayoutIsTheSameFile() throws {
    let files = try (0..<2).map { _ in
      let (folder, file) = try pdf(
        try layout(), ["--deterministic", "--pages", "2,6", "--dpi", "72"])
      defer { withExtendedLifetime(folder) {} }
      return try bytes(ofFile: file)
    }
    #expect(files[0] == files[1] && files[0].starts(with: "%PDF-".utf8))
  }

  @Test func whatIsNoLayoutIsRefused() throws {
    let folder = try temporaryFolder()
    let source = try #require(samplesFolder()) + "/quay.pdf"
    let refused = try runRecto(["render", source, "-o", folder.path + "/out.pdf"])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("only stories and layouts can be written as PDF"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: ["--spread", "--dark", "--gray", "--cache"])
  func whatOnlyImagesHaveIsRefused(option: String) throws {
    let result = try runRecto(["render", try layout(), "--format", "pdf", option])
    #expect(result.status == 64 && result.errors.contains("\(option) is for images"))
  }
}
