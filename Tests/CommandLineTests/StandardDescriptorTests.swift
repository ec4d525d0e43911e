import Foundation
import TestSupport
import Testing

/// The descriptors that a caller hands over: named by a path, closed, or a terminal.
@Suite struct StandardDescriptorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 3).bytes, to: "issue.pdf")
  }

  /// Runs a line of bash in which `$1` is `recto`.
  private func shell(_ line: String) async throws -> CommandResult {
    try await run("/bin/bash", ["-c", line, "bash", try rectoExecutable()], in: folder.path)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try bytes(ofFile: folder.path(name)), as: UTF8.self)
  }

  @Test(arguments: [
    "/dev/stdout >>out", "/dev/fd/1 >>out", "/dev/fd/7 7>>out", "/dev/stderr 2>>out",
  ])
  func aDescriptorAsOutputIsWrittenTo(output: String) async throws {
    let result = try await shell(
      "echo before >out; \"$1\" plugins --json -o \(output) && echo behind >>out")
    #expect(result.status == 0, "\(result.errors)")
    let plugins = try await plainAnswer("plugins", "--json")
    #expect(try text("out") == "before\n\(plugins)behind\n")
  }

  @Test func aLinkAsOutputStaysOne() async throws {
    let result = try await shell(
      "ln -s real link; echo >real; \"$1\" plugins -o link; readlink link")
    #expect(result.text == "real\n", "\(result.errors)")
    #expect(try text("real") == (try await plainAnswer("plugins")))
  }

  @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
  func aClosedDescriptorIsNotMissed(closed: String) async throws {
    let result = try await shell("\"$1\" info issue.pdf \(closed)")
    #expect(result.status == 0, "\(result.errors)")
    let open = try await runRecto(["info", "issue.pdf"], in: folder.path)
    #expect(result.text == open.text)
  }

  @Test(arguments: ["info issue.pdf", "--version", "render --pages 1 issue.pdf -o -"])
  func aClosedStandardOutputIs73(command: String) async throws {
    expectRefusal(try await shell("\"$1\" \(command) >&-"), 73, "standard output")
  }

  @Test func aClosedStandardInputCannotBeRead() async throws {
    expectRefusal(try await shell("\"$1\" info - <&-"), 66, "standard input")
  }

  // MARK: Terminals

  /// The bytes that a terminal shows, on which a line is run.
  private func terminal(_ line: String) async throws -> CommandResult {
    let command = line.replacing("$1", with: try rectoExecutable())
    return try await run(
      try #require(program("script")), ["-qec", command, "/dev/null"], in: folder.path)
  }

  @Test(
    .enabled(if: program("script") != nil, "script is not installed"),
    arguments: [
      ("text issue.pdf", false), ("text -o /dev/tty issue.pdf", false),
      ("text issue.pdf >out", true), ("text -o out issue.pdf", true),
    ])
  func textOnATerminalHasNoBarInIt(command: String, hasBar: Bool) async throws {
    let result = try await terminal("\"$1\" \(command)")
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("3/3") == hasBar, "\(result.text)")
  }
}
