import Foundation
import TestSupport
import Testing

/// The layout options of a reflowable source, and locators that survive a new layout.
@Suite struct ReflowTests {
  private let folder: TemporaryFolder
  private let story: String

  init() throws {
    folder = try temporaryFolder()
    let words = (0..<4000).map { "w\($0)\($0 % 80 == 79 ? "\n\n" : " ")" }.joined()
    story = try folder.write(Array("# Tides\n\n\(words)".utf8), to: "story.md")
  }

  private func pages(_ options: String...) async throws -> [JSON] {
    let result = try await runRecto(["info", "--json", story] + options)
    try #require(result.status == 0, "\(result.errors)")
    return try #require(try parse(result.output)["pages"] as? [JSON])
  }

  @Test func pagesHaveTheSizeThatIsAskedFor() async throws {
    let pages = try await pages("--page-size", "300x400.5")
    #expect(pages.count > 1)
    #expect(pages.allSatisfy { $0["size"] as? [Double] == [300, 400.5] })
  }

  @Test func everyCommandOnASourceTakesTheLayout() async throws {
    let options = ["--page-size", "300X400", "--font-scale", "1.5", "--margin", "20"]
    for command in [
      "info", "text", "outline", "links", "media", "annotations", "attachments", "layers", "fonts",
      "locate",
    ] {
      let result = try await runRecto([command, story] + options + ["--theme", "sepia"])
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    #expect(try await runRecto(["search", story, "w3999"] + options).text.hasPrefix("page "))
    #expect(try await runRecto(["render", story, "--pages", "2", "-o", "-"] + options).status == 0)
  }

  @Test func typeAndMarginsChangeHowManyPagesThereAre() async throws {
    let count = try await pages().count
    #expect(try await pages("--font-scale", "2").count > count * 2)
    #expect(try await pages("--margin", "5").count < count)
  }

  @Test func aThemeChangesThePicture() async throws {
    let plain = try await decodePNG(rendered(story, "--pages", "1", "--dpi", "20"))
    let night = try await decodePNG(
      rendered(story, "--pages", "1", "--dpi", "20", "--theme", "night"))
    #expect(plain.width == night.width && plain.height == night.height)
    #expect(plain.samples != night.samples)
  }

  @Test func imagesInTheCacheAreOfOneLayout() async throws {
    let cache = ["RECTO_CACHE_DIR": folder.path("cache")]
    func image(_ options: String...) async throws -> [UInt8] {
      let all = ["render", story, "--cache", "--pages", "1", "--dpi", "30", "-o", "-"] + options
      let result = try await runRecto(all, environment: cache)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    var images: Set<[UInt8]> = []
    for _ in 0..<2 {
      images.formUnion([
        try await image(), try await image("--theme", "night"),
        try await image("--font-scale", "1.01"),
        try await image("--margin", "30"), try await image("--page-size", "400x595"),
      ])
    }
    #expect(images.count == 5)
  }

  // MARK: What cannot be

  @Test(arguments: [
    (["--page-size", "300"], "--page-size 300 is not a size in points like 360x540"),
    (["--page-size", "35x300"], "--page-size 35x300 is not a size"),
    (["--page-size", "300x14401"], "--page-size 300x14401 is not a size"),
    (["--page-size", "nanxinf"], "--page-size nanxinf is not a size"),
    (["--page-size", "300x300x300"], "is not a size"), (["--page-size", "x"], "is not a size"),
    (["--font-scale", "0.2"], "--font-scale 0.2 is not a number from 0.25 to 5"),
    (["--font-scale", "nan"], "--font-scale nan is not a number"),
    (["--font-scale", "large"], "--font-scale large is not a number"),
    (["--margin", "-1"], "--margin -1 is not a number from 0 to 7200"),
    (["--margin", "100", "--page-size", "200x300"], "less than half of the page's shorter side"),
    (["--margin", "300"], "less than half of the page's shorter side"),
    (["--theme", ""], "the theme must be a name"),
    (["--theme", "sepai"], "there is no theme sepai: use gray, light, night, sepia"),
  ])
  func aLayoutThatCannotBeIs64(options: [String], sentence: String) async throws {
    expectRefusal(try await runRecto(["info", story] + options), 64, sentence)
  }

  @Test(arguments: [
    ["--page-size", "300x400"], ["--font-scale", "1"], ["--margin", "9"], ["--theme", "night"],
  ])
  func aLayoutForFixedPagesIs64(options: [String]) async throws {
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "a.pdf")
    let result = try await runRecto(["render", path, "-o", folder.path("a.png")] + options)
    expectRefusal(
      result, 64, "\(options[0]) is for reflowable sources, and the pages of this one are fixed",
      "it is PDF 1.")
    #expect(try folder.entries() == ["a.pdf", "story.md"])
  }

  // MARK: Places

  private func place(_ page: Int, _ options: String...) async throws -> String {
    let result = try await runRecto(["locate", "--json", "--pages", "\(page)", story] + options)
    let locators = try #require(try parse(result.output)["locators"] as? [JSON])
    try #require(locators.count == 1)
    return String(decoding: try JSONSerialization.data(withJSONObject: locators[0]), as: UTF8.self)
  }

  @Test func aPlaceIsFoundInAnotherLayout() async throws {
    let place = try await place(9)
    let text = try await plainAnswer("text", "--pages", "9", story)
    let word = try #require(text.split { $0.isWhitespace }.first)
    let file = try folder.write(Array(place.utf8), to: "place.json")
    for options in [["--font-scale", "2"], ["--page-size", "250x300"], []] {
      let result = try await runRecto(["locate", "--find", file, story] + options)
      let page = try #require(result.text.split(separator: " ").last?.dropLast())
      let shown = try await runRecto(["text", "--pages", String(page), story] + options).text
      #expect(shown.split { $0.isWhitespace }.contains(word), "\(word) on page \(page)")
      let inline = try await runRecto(["locate", "--json", "--find", place, story] + options)
      #expect(try parse(inline.output)["page"] as? Int == (Int(page) ?? 0) - 1)
    }
  }

  @Test func aMissingPlaceIsNotAnError() async throws {
    let place = #"{"href":"story.md","type":"text/markdown"}"#
    #expect(try await plainAnswer("locate", "--find", place, story) == "")
    #expect(
      try await jsonAnswer("locate", "--json", "--find", place, story) as? [String: Int] == [:])
  }

  @Test func fixedPagesAreTheirNumbers() async throws {
    let path = try folder.write(HandMadePDF(squares: 3).bytes, to: "a b.pdf")
    #expect(
      try await plainAnswer("locate", path) == (1...3).map { "page \($0)  a%20b.pdf\n" }.joined())
    let place = #"{"href":"x","type":"y","locations":{"fragments":["page=2"]}}"#
    #expect(try await plainAnswer("locate", "--find", place, path) == "page 2\n")
  }

  @Test(arguments: [
    ("{", "not a Readium Locator: this is not JSON"), ("{}", "the member href is missing"),
    (#"{"href":"a","type":"b","locations":{"progression":2}}"#, "progression must be from 0 to 1"),
    ("/nowhere/place.json", "--find /nowhere/place.json: "),
  ])
  func aPlaceThatCannotBeIs64(place: String, sentence: String) async throws {
    expectRefusal(try await runRecto(["locate", "--find", place, story]), 64, sentence)
  }

  @Test func aPlaceAndPagesExcludeEachOther() async throws {
    expectRefusal(
      try await runRecto(["locate", "--find", "{}", "--pages", "1", story]), 64,
      "--pages and --find cannot be used together")
  }
}
