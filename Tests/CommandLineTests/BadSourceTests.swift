import TestSupport
import Testing

/// Sources that `recto` must refuse: one clear sentence, the right exit status.
@Suite struct BadSourceTests {
  private static let commands = [
    "info", "render", "text", "outline", "links", "media", "attachments", "fonts", "layers",
    "annotations",
  ]

  @Test(arguments: commands) func noSuchFileIs66(command: String) async throws {
    let folder = try temporaryFolder()
    let path = folder.path("none.pdf")
    expectRefusal(try await runRecto([command, path], in: folder.path), 66, path, "no such file")
    #expect(try folder.entries() == [])
  }

  @Test func aNameThatIsNotUTF8Is66AndSaysSo() async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "issue.pdf")
    let result = try await run(
      "/bin/bash",
      ["-c", "mv issue.pdf $'caf\\xe9.pdf'; \"$1\" info *.pdf", "bash", try rectoExecutable()],
      in: folder.path)
    expectRefusal(result, 66, "its name is not UTF-8", "rename it", "standard input (-)")
  }

  @Test func aSourceThatIsNoRegularFileIs66() async throws {
    expectRefusal(try await runRecto(["info", "/dev/null"]), 66, "/dev/null")
  }

  @Test(arguments: ["empty.pdf", "empty.png", "empty"]) func anEmptyFileIs65(name: String)
    async throws
  {
    let folder = try temporaryFolder()
    let path = try folder.write([], to: name)
    expectRefusal(try await runRecto(["info", path]), 65, path, "empty")
  }

  @Test func emptyStandardInputIs65() async throws {
    expectRefusal(try await runRecto(["info", "-"]), 65, "standard input", "empty")
  }

  @Test func aFolderWithoutPagesIs65() async throws {
    let folder = try temporaryFolder()
    expectRefusal(try await runRecto(["info", folder.path]), 65, "empty")
    try folder.write(Array("notes".utf8), to: "notes.txt")
    expectRefusal(try await runRecto(["render", folder.path, "-o", folder.path]), 65, "no page")
    #expect(try folder.entries() == ["notes.txt"])
  }

  @Test func anUnknownFormatIs65AndSaysWhatIsRead() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("just words".utf8), to: "letter.doc")
    expectRefusal(try await runRecto(["info", path]), 65, "pdf", "png")
  }

  @Test func contentGoesBeforeTheName() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 2).bytes, to: "misnamed.png")
    #expect(try await plainAnswer("info", path).contains("PDF 1.4"))
  }

  // MARK: Damaged PDF

  @Test(arguments: ["%PDF-1.4\n", "%PDF-1.7\nnothing of the kind\n%%EOF\n"])
  func aPDFWithNothingInItIs65(text: String) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "bad.pdf")
    expectRefusal(try await runRecto(["render", path], in: folder.path), 65, path)
    #expect(try folder.entries() == ["bad.pdf"])
  }

  @Test(
    .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
    arguments: [0.02, 0.3, 0.6, 0.95, 0.999])
  func aTruncatedPDFRendersOrIs65AndLeavesNothingHalf(share: Double) async throws {
    let folder = try temporaryFolder()
    let whole = try bytes(ofFile: quay)
    let path = try folder.write(whole.prefix(Int(Double(whole.count) * share)), to: "in/cut.pdf")
    let result = try await runRecto(["render", path, "--dpi", "40", "-o", folder.path("out/")])
    #expect(result.exited)
    #expect([0, 65].contains(result.status), "\(result.errors)")
    #expect(result.status == 0 || !result.errors.isEmpty)
    for name in try folder.entries() where name.hasPrefix("out/") {
      #expect(try decodePNG(bytes(ofFile: folder.path(name))).height == 312)
    }
  }

  /// Objects that lead back to themselves.
  @Test(
    arguments: [
      ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"],
      [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 2 >>",
        "<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2 >>",
      ],
      ["1 0 R"],
      // PDFium takes any page tree without children for a page.
    ] + (hasPoppler ? [["<< /Type /Catalog /Pages 1 0 R >>"]] : []))
  func aCyclicPageTreeIs65(objects: [String]) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.file(objects), to: "cyclic.pdf")
    let result = try await runRecto(["render", path, "-o", folder.path("out/")])
    #expect(result.exited)
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.hasPrefix("recto: \(path): "))
  }

  @Test func aPictureThatDrawsItselfEnds() async throws {
    let form = "/Im Do"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R"
        + " /Resources << /XObject << /Im 4 0 R >> >> >>",
      "<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] /Length \(form.utf8.count)"
        + " /Resources << /XObject << /Im 4 0 R >> >> >>\nstream\n\(form)\nendstream",
    ]
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.file(objects), to: "cyclic.pdf")
    let result = try await runRecto(["render", path, "--scale", "1", "-o", folder.path("page.png")])
    #expect(result.exited && [0, 65].contains(result.status), "\(result.errors)")
  }

  // MARK: Passwords

  private static let qpdf = program("qpdf")

  private func encrypted(in folder: TemporaryFolder) async throws -> String {
    let plain = try folder.write(HandMadePDF(squares: 1).bytes, to: "plain.pdf")
    let path = folder.path("secret.pdf")
    let result = try await run(
      try #require(Self.qpdf),
      ["--encrypt", "käse", "owner", "256", "--", plain, path])
    try #require(result.status == 0, "\(result.errors)")
    return path
  }

  @Test(
    .enabled(if: qpdf != nil, "qpdf is not installed"),
    arguments: [[], ["--password", "wrong"], ["--password", ""]])
  func aMissingOrWrongPasswordIs65(options: [String]) async throws {
    let folder = try temporaryFolder()
    let path = try await encrypted(in: folder)
    let result = try await runRecto(["render", path, "-o", folder.path("page.png")] + options)
    expectRefusal(result, 65, path, "password")
    #expect(try folder.entries() == ["plain.pdf", "secret.pdf"])
  }

  @Test(.enabled(if: qpdf != nil, "qpdf is not installed")) func theRightPasswordOpens()
    async throws
  {
    let folder = try temporaryFolder()
    let path = try await encrypted(in: folder)
    for password in ["käse", "owner"] {
      #expect(
        try await plainAnswer("info", path, "--password", password).contains("Pages         1"))
      let file = try folder.write(Array("\(password)\nsecond line\n".utf8), to: "password")
      #expect(
        try await plainAnswer("info", path, "--password-file", file).contains("Pages         1"))
    }
  }

  @Test func aPasswordFileThatIsNotThereIs64() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "a.pdf")
    let missing = try await runRecto(["info", path, "--password-file", folder.path("none")])
    expectRefusal(missing, 64, folder.path("none"))
    let both = try await runRecto(["info", path, "--password-file", "a", "--password", "b"])
    expectRefusal(both, 64, "cannot be used together")
  }
}
