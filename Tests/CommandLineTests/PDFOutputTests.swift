import Foundation
import TestSupport
import Testing

/// `recto render --format pdf`: a layout as a PDF whose text is text, read back by Poppler.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct PDFOutputTests {
  private func pdf(_ source: String, _ options: [String] = []) async throws -> (
    TemporaryFolder, String
  ) {
    let folder = try temporaryFolder()
    let file = folder.path + "/out.pdf"
    let result = try await runRecto(["render", source, "-o", file] + options)
    #expect(result.status == 0, "\(result.errors)")
    return (folder, file)
  }

  private func layout() throws -> String { try #require(samplesFolder()) + "/quay-layout" }

  private func letters(_ source: String, page: Int) async throws -> [UnicodeScalar: Int] {
    let result = try await runRecto(["text", source, "--pages", "\(page)"])
    let text = String(decoding: result.output, as: UTF8.self)
    return text.unicodeScalars.reduce(into: [:]) { counts, scalar in
      if !scalar.properties.isWhitespace, ![0x2D, 0xAD, 0x2010].contains(scalar.value) {
        counts[scalar, default: 0] += 1
      }
    }
  }

  /// A PDF without tags does not say which columns follow one another, nor that spaced letters are
  /// a word: letters are what can be compared.
  @Test func itsLettersAreTheLayoutsOwn() async throws {
    let (folder, file) = try await pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    for page in [2, 3, 5, 7] {
      let expected = try await letters(layout(), page: page)
      let found = try await letters(file, page: page)
      let missing = expected.filter { $0.value > found[$0.key] ?? 0 }
      #expect(missing.isEmpty, "page \(page): \(missing)")
      #expect(expected.values.reduce(0, +) > 300)
    }
  }

  @Test func emojiAndVowelledArabicInItAreFound() async throws {
    let folder = try temporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (source, file) = (folder.path + "/a.md", folder.path + "/a.pdf")
    try "Eins 😀 zwei 🎉 drei\n\nكانَ البحرُ هادئًا\n".write(
      toFile: source, atomically: true, encoding: .utf8)
    #expect(try await runRecto(["render", source, "-o", file]).status == 0)
    for query in ["Eins 😀 zwei 🎉 drei", "كان البحر هادئا"] {
      let found = try await runRecto(["search", file, query])
      #expect(!found.output.isEmpty, "\(query)")
    }
  }

  @Test func itLooksLikeTheLayout() async throws {
    let (folder, file) = try await pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    for page in ["1", "3"] {
      func image(_ source: String) async throws -> DecodedImage {
        let result = try await runRecto(
          ["render", source, "--pages", page, "--dpi", "144", "-f", "ppm", "-o", "-"])
        // The layout puts lines on whole pixels, the PDF does not: that shows only when large.
        return try decodePortableMap(result.output).rgb.averaged(by: 4)
      }
      let (direct, written) = (try await image(layout()), try await image(file))
      #expect(direct.width == written.width && direct.height == written.height)
      var difference = 0
      for (a, b) in zip(direct.samples, written.samples) { difference += abs(Int(a) - Int(b)) }
      #expect(Double(difference) / Double(direct.samples.count) < 4)
    }
  }

  @Test func linksOutlineLabelsAndMetadataComeWithIt() async throws {
    let (folder, file) = try await pdf(try layout())
    defer { withExtendedLifetime(folder) {} }
    func answer(_ command: String, _ source: String) async throws -> String {
      String(decoding: try await runRecto([command, source]).output, as: UTF8.self)
    }
    let links = try await answer("links", file)
    #expect(!links.contains("broken") && links.contains("https://example.org/quay/letters"))
    #expect(links.contains("page 3"))
    #expect(try await answer("outline", file) == answer("outline", layout()))
    let info = try await answer("info", file)
    #expect(info.contains("Quay") && info.contains("The Harbour Desk"))
    #expect(!(try await answer("fonts", file)).contains("not embedded"))
  }

  @Test(arguments: [
    ("https://example.org/the'quay'", "https://example.org/the'quay'"),
    ("https://example.org/quay_(Cork)", "https://example.org/quay_(Cork)"),
    ("https://example.org/a)b(", "https://example.org/a%29b%28"),
    (#"https://example.org/?path=a\b\"#, "https://example.org/?path=a%5Cb%5C"),
  ])
  func aLinkComesWithItWhateverIsInIt(target: String, written: String) async throws {
    let folder = try temporaryFolder()
    let story = try folder.write(Array("[The quay](<\(target)>)".utf8), to: "story.md")
    let (made, file) = try await pdf(story)
    defer { withExtendedLifetime(made) {} }
    let links = String(decoding: try await runRecto(["links", file]).output, as: UTF8.self)
    #expect(links.hasSuffix("  \(written)\n"), "\(links)")
  }

  @Test(.enabled(if: program("qpdf") != nil, "qpdf is not installed"))
  func aFileWithLinksIsSound() async throws {
    let folder = try temporaryFolder()
    let story = try folder.write(
      Array(
        "# Quay\n\n[One](https://example.org/1), [two](https://example.org/2), [three](#quay)".utf8),
      to: "story.md")
    let (made, file) = try await pdf(story)
    defer { withExtendedLifetime(made) {} }
    let checked = try await run(try #require(program("qpdf")), ["--check", file])
    #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
  }

  @Test func theSameLayoutIsTheSameFile() async throws {
    var files: [[UInt8]] = []
    for _ in 0..<2 {
      let (folder, file) = try await pdf(
        try layout(), ["--deterministic", "--pages", "2,6", "--dpi", "72"])
      defer { withExtendedLifetime(folder) {} }
      files.append(try bytes(ofFile: file))
    }
    #expect(files[0] == files[1] && files[0].starts(with: "%PDF-".utf8))
  }

  @Test func sourcesOtherThanLayoutsAreRefused() async throws {
    let folder = try temporaryFolder()
    let source = try #require(samplesFolder()) + "/quay.pdf"
    let refused = try await runRecto(["render", source, "-o", folder.path + "/out.pdf"])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("only stories and layouts can be written as PDF"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: ["--spread", "--dark", "--gray", "--cache"])
  func optionsOfImagesAreRefused(option: String) async throws {
    let result = try await runRecto(["render", try layout(), "--format", "pdf", option])
    #expect(result.status == 64 && result.errors.contains("\(option) applies to images only"))
  }
}
