import Foundation
import TestSupport
import Testing

@Suite struct SandboxAllowedTests {
  @Test func fontsAndTheirSettingsCanBeRead() async throws {
    try await expectSuccess("list", "/usr/share/fonts")
    try await expectSuccess("read", "/etc/fonts/fonts.conf")
  }

  @Test func theUsersOwnFontsCanBeRead() async throws {
    let home = try temporaryFolder()
    let font = try home.write([0, 1, 0, 0], to: ".local/share/fonts/own.ttf")
    let environment = ["HOME": home.path, "XDG_DATA_HOME": ""]
    #expect(try await probe("read", font, environment: environment).text == "did it")
  }

  @Test func theFoldersThatAFontSettingsFileNamesCanBeRead() async throws {
    let folder = try temporaryFolder()
    let font = try folder.write([0, 1, 0, 0], to: "faces/own.ttf")
    let settings = try folder.write(
      Array("<fontconfig>\n<dir>\(folder.path("faces"))</dir>\n</fontconfig>".utf8),
      to: "fonts.conf")
    let environment = ["FONTCONFIG_FILE": settings]
    #expect(try await probe("read", settings, environment: environment).text == "did it")
    #expect(try await probe("read", font, environment: environment).text == "did it")
    #expect(try await probe("read", font).text == "refused: EACCES")
  }

  @Test func aFolderBesideTheFontSettingsCanBeRead() async throws {
    let folder = try temporaryFolder()
    let font = try folder.write([0, 1, 0, 0], to: "faces/own.ttf")
    let settings = try folder.write(
      Array("<fontconfig>\n<dir prefix=\"relative\">faces</dir>\n</fontconfig>".utf8),
      to: "fonts.conf")
    let environment = ["FONTCONFIG_FILE": settings]
    #expect(try await probe("read", font, environment: environment).text == "did it")
  }

  @Test(arguments: ["libpoppler-glib.so.8", "libz.so.1"])
  func aLibraryOfTheSystemCanBeLoaded(name: String) async throws {
    try await expectSuccess("load", name)
  }

  @Test func aFileThatWasAllowedCanBeReadAndNotItsNeighbor() async throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "allowed")
    let neighbor = try folder.write([1], to: "neighbor")
    try await expectSuccess("read", file, options: ["--file", file])
    try await expectRefusal("read", neighbor, "EACCES", options: ["--file", file])
    try await expectRefusal("list", folder.path, "EACCES", options: ["--file", file])
  }

  @Test func allThatIsBelowAFolderThatWasAllowedCanBeRead() async throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "one/two/file")
    try await expectSuccess("read", file, options: ["--folder", folder.path])
    try await expectSuccess("list", folder.path("one"), options: ["--folder", folder.path])
  }

  @Test func missingPathsAreNotAnObstacle() async throws {
    try await expectSuccess(
      "nothing", options: ["--folder", "/nowhere/at/all", "--file", "/nowhere"])
  }

  @Test func aDescriptorThatWasGivenCanBeRead() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("source".utf8), to: "file")
    #expect(try await probe("read-input", "source", inputPath: path).text == "did it")
  }

  @Test func discardedOutputCanBeWrittenToTheNullDevice() async throws {
    try await expectSuccess("write", "/dev/null")
  }

  @Test func threadsCanBeStarted() async throws { try await expectSuccess("thread") }

  @Test func codeCanBeMade() async throws { try await expectSuccess("code") }

  @Test func aParserMayRecurseDeeply() async throws { try await expectSuccess("recurse", "50") }

  @Test(arguments: [[], ["--forked"]])
  func aProcessThatGivesUpEndsWithTheSignalOfThat(options: [String]) async throws {
    #expect(try await probe("abort", options: options).signal == SIGABRT)
  }
}
