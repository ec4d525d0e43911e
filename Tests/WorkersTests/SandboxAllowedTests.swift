import Foundation
import TestSupport
import Testing

@Suite struct SandboxAllowedTests {
  @Test func fontsAndTheirSettingsCanBeRead() throws {
    try expectSuccess("list", "/usr/share/fonts")
    try expectSuccess("read", "/etc/fonts/fonts.conf")
  }

  @Test func theUsersOwnFontsCanBeRead() throws {
    let home = try temporaryFolder()
    let font = try home.write([0, 1, 0, 0], to: ".local/share/fonts/own.ttf")
    let environment = ["HOME": home.path, "XDG_DATA_HOME": ""]
    #expect(try probe("read", font, environment: environment).text == "did it")
  }

  @Test func theFoldersThatAFontSettingsFileNamesCanBeRead() throws {
    let folder = try temporaryFolder()
    let font = try folder.write([0, 1, 0, 0], to: "faces/own.ttf")
    let settings = try folder.write(
      Array("<fontconfig>\n<dir>\(folder.path("faces"))</dir>\n</fontconfig>".utf8),
      to: "fonts.conf")
    let environment = ["FONTCONFIG_FILE": settings]
    #expect(try probe("read", settings, environment: environment).text == "did it")
    #expect(try probe("read", font, environment: environment).text == "did it")
    #expect(try probe("read", font).text == "refused: EACCES")
  }

  @Test(arguments: ["libpoppler-glib.so.8", "libz.so.1"])
  func aLibraryOfTheSystemCanBeLoaded(name: String) throws {
    try expectSuccess("load", name)
  }

  @Test func aFileThatWasAllowedCanBeReadAndNotItsNeighbor() throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "allowed")
    let neighbor = try folder.write([1], to: "neighbor")
    try expectSuccess("read", file, options: ["--file", file])
    try expectRefusal("read", neighbor, "EACCES", options: ["--file", file])
    try expectRefusal("list", folder.path, "EACCES", options: ["--file", file])
  }

  @Test func allThatIsBelowAFolderThatWasAllowedCanBeRead() throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "one/two/file")
    try expectSuccess("read", file, options: ["--folder", folder.path])
    try expectSuccess("list", folder.path("one"), options: ["--folder", folder.path])
  }

  @Test func whatDoesNotExistIsNoObstacle() throws {
    try expectSuccess("nothing", options: ["--folder", "/nowhere/at/all", "--file", "/nowhere"])
  }

  @Test func aDescriptorThatWasGivenCanBeRead() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("source".utf8), to: "file")
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    #expect(try probe("read-input", "source", input: file).text == "did it")
  }

  @Test func whatNobodyWantsCanBeWrittenToTheNullDevice() throws {
    try expectSuccess("write", "/dev/null")
  }

  @Test func threadsCanBeStarted() throws { try expectSuccess("thread") }

  @Test func codeCanBeMade() throws { try expectSuccess("code") }

  @Test func aParserMayRecurseDeeply() throws { try expectSuccess("recurse", "50") }

  @Test(arguments: [[], ["--forked"]])
  func aProcessThatGivesUpEndsWithTheSignalOfThat(options: [String]) throws {
    #expect(try probe("abort", options: options).signal == SIGABRT)
  }
}
