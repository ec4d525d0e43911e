import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
  @Test func theOverviewNamesTheCommands() async throws {
    let help = try await plainAnswer("--help")
    #expect(help.hasPrefix("Usage: recto COMMAND"))
    for command in ["info", "render", "text", "serve"] { #expect(help.contains("\n  \(command) ")) }
    #expect(try await plainAnswer("-h") == help)
    #expect(try await plainAnswer("help") == help)
  }

  @Test func everyCommandHasHelpWithExamples() async throws {
    for command in try await commandNames() {
      let help = try await plainAnswer(command, "--help")
      #expect(help.contains("recto \(command) [OPTION…]"))
      let parts = help.components(separatedBy: "Examples:\n")
      #expect(parts.count == 2, "\(command)")
      #expect(parts.last?.hasPrefix("  recto \(command)") == true, "\(command)")
      #expect(try await plainAnswer("help", command) == help)
      #expect(try await plainAnswer(command, "-h") == help)
    }
  }

  /// The options of the contract.
  @Test func theHelpOfRenderHasEveryDocumentedOption() async throws {
    let help = try await plainAnswer("render", "--help")
    for option in [
      "--pages", "--spread", "--dpi", "--scale", "--fit", "--region", "--rotate", "--format",
      "--quality", "--gray", "--background", "--dark", "--jobs", "--password", "--password-file",
      "--deterministic", "--progress", "-o, --output", "--page-size", "--font-scale", "--margin",
      "--theme",
    ] { #expect(help.contains("\(option)"), "\(option)") }
  }

  @Test func theHelpOfLibraryNamesEveryAction() async throws {
    let refusal = try await runRecto(["library", "xyz"]).errors
    let actions = try #require(refusal.firstMatch(of: /xyz is not (.*) \(recto/)).1
    let help = try await plainAnswer("library", "--help").split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("ACTION is \(actions)."))
  }

  @Test func theVersionIsOneLine() async throws {
    #expect(try await plainAnswer("--version").wholeMatch(of: /recto \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    ["search", "issue.pdf", "--", "--in-process"],
    ["search", "--password", "--in-process", "issue.pdf", "tide"],
    ["preflight", "issue.pdf", "--password", "--list-rules"],
  ])
  func aWordThatOnlyLooksLikeAnOptionIsNone(arguments: [String]) async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "issue.pdf")
    let result = try await runRecto(arguments, in: folder.path)
    #expect([0, 1].contains(result.status), "\(result.errors)")
  }

  @Test func withoutACommandTheOverviewIsAnError() async throws {
    let result = try await runRecto([])
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Usage: recto COMMAND"))
  }

  @Test(arguments: [
    ["rendre"], ["--verison"], ["info"], ["info", "a", "b"], ["info", "--no-such-option", "a"],
    ["search", "a.pdf"], ["search", "a", "b", "c"], ["plugins", "extra"], ["completions"],
    ["completions", "tcsh"], ["completions", "bash", "zsh"], ["render", "--dpi"],
    ["help", "rendre"],
  ])
  func aWrongCommandLineIs64(arguments: [String]) async throws {
    expectRefusal(try await runRecto(arguments), 64)
  }

  @Test(arguments: [
    ["--dpi", "0"], ["--dpi", "-72"], ["--dpi", "many"], ["--dpi", "nan"], ["--scale", "0"],
    ["--scale", "inf"], ["--fit", "600"], ["--fit", "0x100"], ["--fit", "10x10x10"],
    ["--fit", "-5x10"], ["--fit", "99999999999999999999x1"], ["--region", "1,2,3"],
    ["--region", "1,2,0,4"], ["--region", "1,2,3,nan"], ["--region", "a,b,c,d"],
    ["--rotate", "45"],
    ["--rotate", "ninety"], ["--format", "bmp"], ["--quality", "0"], ["--quality", "101"],
    ["--level", "10"], ["--background", "beige"], ["--jobs", "0"], ["--progress", "xml"],
    ["--show", "no such layer"], ["--dpi", "72", "--scale", "1"], ["--fit", "9x9", "--dpi", "72"],
    ["--time-limit", "0"], ["--memory-limit", "few"],
  ])
  func aValueThatMakesNoSenseIs64(options: [String]) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "issue.pdf")
    let result = try await runRecto(["render", path] + options, in: folder.path)
    expectRefusal(result, 64)
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test func everythingAfterTwoDashesIsAnOperand() async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "--help")
    let result = try await runRecto(["info", "--", "--help"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("PDF 1.4"))
  }

  @Test func controlCharactersOfANameDoNotReachTheTerminal() async throws {
    let signs = ["\u{1B}[31m", "\u{9B}31m", "\u{202E}", "\u{2028}"]
    let result = try await runRecto(["info", "bad\(signs.joined())\nname.pdf"])
    #expect(result.status == 66)
    for sign in "\u{1B}\u{9B}\u{202E}\u{2028}".unicodeScalars {
      #expect(!result.errors.unicodeScalars.contains(sign))
    }
    #expect(result.errorLines.count == 1)
  }
}
