import TestSupport
import Testing

/// The suggestions for misspelled words.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("rendr", "render"), ("rednre", "render"), ("serach", "search"), ("--verison", "--version"),
    ("--hlep", "--help"), ("compl", "completions"), ("info --jsno x", "--json"),
    ("render --dip 3 x", "--dpi"), ("render --dip=3 x", "--dpi"), ("text --page 1 x", "--pages"),
    ("snapshot chek x", "check"), ("cache cler", "clear"), ("store lst", "list"),
    ("library donwload latest", "download"), ("completions bsh", "bash"), ("man rendr", "render"),
  ])
  func aWordThatIsNearlyRightGetsASuggestion(line: String, meant: String) async throws {
    let result = try await runRecto(line.split(separator: " ").map(String.init))
    expectRefusal(result, 64, "did you mean \(meant)?")
  }

  @Test(arguments: [
    ("render", "pgn", "png"), ("render", "jepg", "jpeg"), ("text", "jsn", "json"),
    ("text", "hcor", "hocr"), ("preflight", "sarrif", "sarif"),
  ])
  func soDoesAFormat(command: String, written: String, meant: String) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "issue.pdf")
    let result = try await runRecto([command, "--format", written, path])
    expectRefusal(result, 64, "did you mean \(meant)?")
  }

  @Test(arguments: ["frobnicate", "x", "", "ab", "info --frobnicate x", "cache q", "cache nothing"])
  func aWordThatIsNearToNothingGetsNone(line: String) async throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let result = try await runRecto(words)
    expectRefusal(result, 64)
    #expect(!result.errors.contains("did you mean"), "\(result.errors)")
  }

  @Test func aWordThatBeginsWithAHyphenIsAQueryAfterTwo() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "issue.pdf")
    expectRefusal(try await runRecto(["search", path, "-40"]), 64, "put -- before words")
    #expect(try await runRecto(["search", path, "--", "-40"]).status == 0)
  }

  @Test func aWordOfAMillionLettersIsRefusedAtOnce() async throws {
    expectRefusal(try await runRecto([String(repeating: "render", count: 20_000)]), 64)
  }

  @Test(arguments: [["version"], ["-v"], ["--version"]]) func theVersionIsAsked(words: [String])
    async throws
  {
    let result = try await runRecto(words)
    #expect(result.status == 0)
    #expect(result.text.wholeMatch(of: /recto \d+\.\d+\.\d+\n/) != nil)
  }
}
