import TestSupport
import Testing

/// Pipes: a reader that leaves, and passwords that come through one.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples))) struct StandardStreamTests {
  /// Runs a line of bash in which `$1` is `recto` and `$2` the sample issue.
  private func shell(_ line: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await run("/bin/bash", ["-c", line, "bash", try rectoExecutable(), quay], in: folder.path)
  }

  @Test(
    arguments: [
      "text \"$2\"", "text -f json \"$2\"", "info --json \"$2\"", "search \"$2\" the",
      "outline \"$2\"", "links --json \"$2\"", "fonts --json \"$2\"",
      "render --pages 1 -o - \"$2\"",
      "articles \"$2\"", "locate \"$2\"", "cache info", "plugins", "--help", "render --help", "man",
      "completions bash",
    ] + (hasPoppler ? ["fonts \"$2\""] : []))
  func aReaderThatLeftEndsACommandSilently(command: String) async throws {
    // Descriptor 4 is a pipe that had a reader and has none any more.
    let result = try await shell(
      "mkfifo p; exec 3<>p 4>p; exec 3>&-; \"$1\" \(command) >&4", in: try temporaryFolder())
    #expect(result.errors == "")
    #expect(result.exited && result.status == 141)
  }

  @Test func nothingButAPipeWithoutAReaderIsSilent() async throws {
    let result = try await runRecto(["text", quay], outputPath: "/dev/full")
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
  }

  // MARK: Passwords

  private func folderWithSecret() async throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    let made = try await run(
      try #require(program("qpdf"), "qpdf is not installed"),
      ["--encrypt", "quay wall", "owner", "256", "--", quay, folder.path("secret.pdf")])
    try #require(made.status == 0, "\(made.errors)")
    return folder
  }

  @Test(arguments: [
    "\"$1\" info --password-file <(echo quay wall) secret.pdf",
    "echo quay wall | \"$1\" info --password-file - secret.pdf",
    "printf 'quay wall\\r\\nmore' | \"$1\" info --password-file - secret.pdf",
    "printf 'quay wall' | \"$1\" info --password-file /dev/stdin secret.pdf",
    "\"$1\" info --password-file <(echo quay wall) - <secret.pdf",
  ])
  func aPasswordComesThroughAPipe(line: String) async throws {
    let result = try await shell(line, in: try await folderWithSecret())
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("Quay"))
  }

  @Test(arguments: [
    ("--password-file - secret.pdf </dev/zero", "longer than"),
    ("--password-file - - <secret.pdf", "either"),
    ("--password-file no-such-file secret.pdf", "No such file"),
    ("--password-file . secret.pdf", "directory"),
  ])
  func aPasswordThatCannotBeReadIs64(line: String, words: String) async throws {
    let result = try await shell("\"$1\" info \(line)", in: try await folderWithSecret())
    expectRefusal(result, 64, words)
  }
}
