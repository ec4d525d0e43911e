import TestSupport
import Testing

@Suite struct ManualPageTests {
  private func saved() async throws -> (folder: TemporaryFolder, pages: [String]) {
    let folder = try temporaryFolder()
    #expect(try await plainAnswer("man", "--save", folder.path("man1")) == "")
    return (folder, try folder.entries().filter { $0.hasSuffix(".1") })
  }

  @Test func everyCommandHasAPage() async throws {
    let (folder, pages) = try await saved()
    let names = try await commandNames()
    #expect(pages.sorted() == (["man1/recto.1"] + names.map { "man1/recto-\($0).1" }).sorted())
    for name in names {
      let page = try bytes(ofFile: folder.path("man1/recto-\(name).1"))
      #expect(try await Array(plainAnswer("man", name).utf8) == page)
    }
  }

  @Test func aPageHasWhatTheHelpHas() async throws {
    let page = try await plainAnswer("man", "render").replacing("\\-", with: "-")
    let help = try await plainAnswer("render", "--help")
    for option in help.matches(of: /--[a-z-]+/).map(\.0) { #expect(page.contains(option)) }
    #expect(page.contains("recto render issue.pdf -o pages/"))
  }

  @Test(.enabled(if: program("mandoc") != nil, "mandoc is not installed"))
  func mandocHasNothingToSayOfThem() async throws {
    let (folder, pages) = try await saved()
    let result = try await run(
      try #require(program("mandoc")), ["-Tlint"] + pages, in: folder.path)
    #expect(result.text == "")
    #expect(result.errors == "")
  }
}
