import TestSupport
import Testing

@Suite struct CompletionTests {
  private func script(for shell: String) async throws -> (folder: TemporaryFolder, path: String) {
    let folder = try temporaryFolder()
    let script = try await plainAnswer("completions", shell)
    return (folder, try folder.write(Array(script.utf8), to: "script"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func everyCommandAndOptionIsNamed(shell: String)
    async throws
  {
    let script = try await plainAnswer("completions", shell)
    for word in try await commandNames() + ["spread", "whole-words", "password-file"] {
      #expect(script.contains(word), "\(word)")
    }
  }

  @Test(arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
  func theScriptIsValid(shell: String, check: String) async throws {
    guard let program = program(shell) else { return }
    let (folder, path) = try await script(for: shell)
    let result = try await run(program, [check, path])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    withExtendedLifetime(folder) {}
  }

  /// The completions for the last word of a line, as a shell asks for them.
  private static let offers: [(line: String, offered: String)] = [
    ("recto ren", "render"), ("recto snap", "snapshot"), ("recto vers", "version"),
    ("recto search --wh", "--whole-words"), ("recto snapshot ch", "check"),
    ("recto snapshot check --gol", "--goldens"), ("recto cache cl", "clear"),
    ("recto library down", "download"), ("recto store ref", "refresh"),
    ("recto completions f", "fish"), ("recto man plug", "plugins"),
    ("recto render --format av", "avif"), ("recto render -f ti", "tiff"),
    ("recto render x --theme s", "sepia"), ("recto text --format ho", "hocr"),
    ("recto preflight --profile acc", "accessibility"), ("recto help pref", "preflight"),
  ]

  /// The same for files and folders.
  private static let files: [(line: String, offered: String)] = [
    ("recto info iss", "issue.pdf"), ("recto render --password-file iss", "issue.pdf"),
    ("recto snapshot check iss", "issue.pdf"),
  ]

  @Test(arguments: offers) func bashOffers(line: String, offered: String) async throws {
    let (folder, path) = try await script(for: "bash")
    try folder.write([], to: "issue.pdf")
    // Called as readline does it.
    let result = try await run(
      "/bin/bash",
      [
        "-c",
        "source \(path); COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _recto; "
          + "printf '%s\\n' \"${COMPREPLY[@]}\"",
      ], in: folder.path)
    #expect(result.text == offered + "\n", "\(result.errors)")
  }

  @Test(.enabled(if: program("fish") != nil, "fish is not installed"), arguments: offers + files)
  func fishOffers(line: String, offered: String) async throws {
    let (folder, path) = try await script(for: "fish")
    try folder.write([], to: "issue.pdf")
    let result = try await run(
      try #require(program("fish")),
      ["--no-config", "-c", "source \(path); complete -C '\(line)'"],
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path], in: folder.path)
    let words = result.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.contains { $0 == offered }, "\(result.text) \(result.errors)")
  }

  @Test func bashOffersTheValueBehindAnEqualsSign() async throws {
    let (folder, path) = try await script(for: "bash")
    let result = try await run(
      "/bin/bash",
      [
        "-c",
        "source \(path); COMP_WORDS=(recto render --format = jx); COMP_CWORD=4; _recto; "
          + "printf '%s\\n' \"${COMPREPLY[@]}\"",
      ], in: folder.path)
    #expect(result.text == "jxl\n", "\(result.errors)")
  }

  /// The words after `recto` of a line that is typed into a shell on a terminal, where `\t` completes.
  private func typed(_ line: String, in folder: TemporaryFolder, _ path: String) async throws
    -> String
  {
    let input = """
      source \(path); recto() { printf '<%s>' "$@" >typed; }
      \(line)
      exit

      """
    let shell = "/bin/bash --noprofile --norc -i"
    _ = try await run(
      try #require(program("script")), ["-qec", shell, "/dev/null"], input: Array(input.utf8),
      environment: ["HOME": folder.path, "INPUTRC": "/dev/null", "TERM": "dumb"], in: folder.path)
    return String(decoding: try bytes(ofFile: folder.path("typed")), as: UTF8.self)
  }

  private static let typedLines = [
    ("info iss\t", "<info><issue.pdf>"),
    ("info --password-file iss\t", "<info><--password-file><issue.pdf>"),
    ("snapshot check iss\t", "<snapshot><check><issue.pdf>"),
    ("info tid\t", "<info><tide's 14.pdf>"), ("info tide\\'s\\ \t", "<info><tide's 14.pdf>"),
    ("info \"tide's \t", "<info><tide's 14.pdf>"), ("info 'two b\t", "<info><two boats.pdf>"),
    ("info pl\t", "<info><place of it/>"), ("man --save pl\t", "<man><--save><place of it/>"),
    ("man --save place\\ \t", "<man><--save><place of it/>"),
    ("man --save iss\t", "<man><--save><iss>"),
    ("render --dpi iss\t", "<render><--dpi><iss>"), ("render -f av\t", "<render><-f><avif>"),
    ("render -f iss\t", "<render><-f><iss>"),
  ]

  @Test(.enabled(if: program("script") != nil, "script is not installed"), arguments: typedLines)
  func bashCompletesFilesAsForOtherCommands(line: String, words: String) async throws {
    let (folder, path) = try await script(for: "bash")
    for name in ["issue.pdf", "tide's 14.pdf", "two boats.pdf", "place of it/file"] {
      try folder.write([], to: name)
    }
    #expect(try await typed("recto \(line)", in: folder, path) == words)
  }

  @Test func bashOffersNoFilesForANumber() async throws {
    let (folder, path) = try await script(for: "bash")
    let result = try await run(
      "/bin/bash",
      [
        "-c",
        "source \(path); COMP_WORDS=(recto render --dpi s); COMP_CWORD=3; _recto; "
          + "echo ${#COMPREPLY[@]}",
      ], in: folder.path)
    #expect(result.text == "0\n", "\(result.errors)")
  }
}
