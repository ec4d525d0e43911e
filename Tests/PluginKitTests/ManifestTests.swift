import RectoJSON
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

@Suite struct ManifestTests {
  private static let required =
    #""id":"djvu","name":"DjVu","version":"1.2","abi":1,"library":"libdjvu.so""#

  private func manifest(_ members: String) throws(JSONError) -> PluginManifest {
    try PluginManifest(jsonBytes: Array("{\(members)}".utf8))
  }

  private func complaint(_ members: String) -> String? {
    do throws(JSONError) {
      _ = try manifest(members)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func capabilitiesOfLaterVersionsAreLeftOut() throws {
    let manifest = try manifest(
      Self.required + #","extensions":["djvu"],"capabilities":["text","tides","search"]"#)
    #expect(manifest.capabilities == [.text, .search])
    #expect(manifest.unknownCapabilities == ["tides"])
    let info = #"{"format":"x","capabilities":["tides","text"]}"#
    #expect(try PublicationInfo(jsonBytes: Array(info.utf8)).capabilities == [.text])
  }

  @Test func membersOfLaterVersionsAreLeftOut() throws {
    let manifest = try manifest(Self.required + #","extensions":["djvu"],"tides":{"a":[1]}"#)
    #expect(manifest.fileExtensions == ["djvu"])
    #expect(manifest.unknownMembers == ["tides"])
  }

  @Test func everyMemberIsRead() throws {
    let manifest = try manifest(
      Self.required
        + #","mediaTypes":["image/vnd.djvu"],"extensions":["djvu","djv"],"#
        + #""magic":[{"offset":4,"hex":"41542646524d"},{"hex":"ff??D8"}],"#
        + #""capabilities":["text","search"],"reads":["/usr/share/djvu"],"companions":["xml"]"#)
    #expect(manifest.id == "djvu" && manifest.name == "DjVu" && manifest.version == "1.2")
    #expect(manifest.interfaceVersion == 1 && manifest.library == "libdjvu.so")
    #expect(manifest.mediaTypes == ["image/vnd.djvu"])
    #expect(manifest.fileExtensions == ["djvu", "djv"])
    #expect(
      manifest.magic == [
        MagicBytes(offset: 4, bytes: [0x41, 0x54, 0x26, 0x46, 0x52, 0x4D]),
        MagicBytes(offset: 0, bytes: [0xFF, nil, 0xD8]),
      ])
    #expect(manifest.capabilities == [.text, .search])
    #expect(manifest.readablePaths == ["/usr/share/djvu"])
    #expect(manifest.companionExtensions == ["xml"])
    #expect(manifest.versionProblem == nil)
  }

  @Test func fiveMembersAndAnExtensionAreEnough() throws {
    let manifest = try manifest(Self.required + #","extensions":["djvu"]"#)
    #expect(manifest.magic == [] && manifest.capabilities == [] && manifest.readablePaths == [])
  }

  @Test(arguments: ["id", "name", "version", "abi", "library"])
  func aMemberThatMustBeThereIsMissed(member: String) {
    let others = Self.required.split(separator: ",").filter { !$0.hasPrefix("\"\(member)\"") }
    #expect(
      complaint(others.joined(separator: ",") + #","extensions":["x"]"#)
        == "the member \(member) is missing")
  }

  @Test func aManifestThatFitsNoFileIsRefused() {
    #expect(
      complaint(Self.required) == "extensions or magic must say which files the plugin reads")
  }

  @Test(arguments: [
    (#""extensions":["x"],"id":"twice""#, "id: the member appears twice"),
    (
      #""extensions":["x"],"capabilities":["text","text"]"#,
      "capabilities: a capability appears twice"
    ),
    (#""extensions":[".x"]"#, "extensions[0]: expected a lower-case extension without its dot"),
    (#""extensions":["X"]"#, "extensions[0]: expected a lower-case extension without its dot"),
    (#""extensions":["a/b"]"#, "extensions[0]: expected a lower-case extension without its dot"),
    (#""extensions":[""]"#, "extensions[0]: expected a lower-case extension without its dot"),
    (#""extensions":"x""#, "extensions: expected an array"),
    (
      #""extensions":["x"],"companions":["../x"]"#,
      "companions[0]: expected a lower-case extension without its dot"
    ),
    (
      #""magic":[{"hex":"4"}]"#,
      "magic[0].hex: expected two hexadecimal digits a byte, or ?? for any byte"
    ),
    (
      #""magic":[{"hex":"4g"}]"#,
      "magic[0].hex: expected two hexadecimal digits a byte, or ?? for any byte"
    ),
    (
      #""magic":[{"hex":"4?"}]"#,
      "magic[0].hex: expected two hexadecimal digits a byte, or ?? for any byte"
    ),
    (
      #""magic":[{"hex":"0x41"}]"#,
      "magic[0].hex: expected two hexadecimal digits a byte, or ?? for any byte"
    ),
    (#""magic":[{"hex":""}]"#, "magic[0].hex: there are no bytes in it"),
    (#""magic":[{"hex":"????"}]"#, "magic[0].hex: there are no bytes in it"),
    (
      #""magic":[{"offset":-1,"hex":"41"}]"#,
      "magic[0].offset: expected a whole number from 0 to 4095"
    ),
    (#""magic":[{"offset":4095,"hex":"4142"}]"#, "magic[0]: the bytes must lie in the first 4096"),
    (
      #""extensions":["x"],"reads":["usr"]"#,
      "reads[0]: expected an absolute path below /, without . and .."
    ),
    (
      #""extensions":["x"],"reads":["/"]"#,
      "reads[0]: expected an absolute path below /, without . and .."
    ),
    (
      #""extensions":["x"],"reads":["/usr/../etc"]"#,
      "reads[0]: expected an absolute path below /, without . and .."
    ),
    (
      #""extensions":["x"],"reads":["/a\u0000b"]"#,
      "reads[0]: expected one line of at most 400 characters"
    ),
  ])
  func invalidMembersOfAManifestAreNamed(members: String, sentence: String) {
    #expect(complaint(Self.required + "," + members) == sentence)
  }

  @Test(arguments: [
    ("../libx.so", "expected the name of a file beside the manifest"),
    ("/usr/lib/libx.so", "expected the name of a file beside the manifest"),
    ("..", "expected the name of a file beside the manifest"),
    (".", "expected the name of a file beside the manifest"),
    ("", "expected one line of at most 200 characters"),
    ("a\\u0000b", "expected one line of at most 200 characters"),
    ("a\\nb", "expected one line of at most 200 characters"),
  ])
  func aLibraryLiesBesideItsManifest(library: String, sentence: String) {
    let members = Self.required.replacing("libdjvu.so", with: library)
    #expect(complaint(members + #","extensions":["x"]"#) == "library: \(sentence)")
  }

  @Test(arguments: ["Djvu", "dj vu", "-x", "", "é", "a.b", String(repeating: "a", count: 65)])
  func anIdIsAShortName(id: String) {
    let members = Self.required.replacing("\"djvu\"", with: "\"\(id)\"")
    #expect(
      complaint(members + #","extensions":["x"]"#)
        == "id: expected lower-case letters, digits and hyphens, 64 at most")
  }

  @Test func aListIsNotEndless() {
    let names = (0...100).map { "\"x\($0)\"" }.joined(separator: ",")
    #expect(
      complaint(Self.required + ",\"extensions\":[\(names)]")
        == "extensions: the list is longer than 100")
  }

  @Test func anotherVersionOfTheInterfaceSaysWhatToInstall() throws {
    let members = Self.required.replacing("\"abi\":1", with: "\"abi\":2")
    #expect(
      try manifest(members + #","extensions":["x"]"#).versionProblem
        == "the plugin DjVu speaks version 2 of the plugin interface and this Recto version 1: "
        + "install a newer Recto")
  }

  // MARK: Files

  private func error(ofFile content: [UInt8]) throws -> PageError? {
    let folder = try temporaryFolder()
    let path = try folder.write(content, to: "x.recto-plugin.json")
    return #expect(throws: PageError.self) { _ = try PluginManifest(path: path) }
  }

  @Test func anInvalidManifestIsReportedWithTheReason() throws {
    let error = try error(ofFile: Array("{".utf8))
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("the manifest is invalid: this is not JSON: ") == true)
    #expect(try self.error(ofFile: [])?.code == .damaged)
  }

  @Test func aManifestIsNoLongerThan64KiB() throws {
    let text = "{\(Self.required),\"extensions\":[\"x\"]}"
    let folder = try temporaryFolder()
    let whole = Array(text.utf8) + [UInt8](repeating: 0x20, count: 65536 - text.utf8.count)
    let path = try folder.write(whole, to: "a.recto-plugin.json")
    #expect(try PluginManifest(path: path).id == "djvu")
    #expect(try error(ofFile: whole + [0x20])?.message == "the manifest is larger than 64 KiB")
  }

  @Test func aManifestThatIsNotThereIsNotFound() {
    let error = #expect(throws: PageError.self) { _ = try PluginManifest(path: "/nowhere/x") }
    #expect(error?.code == .notFound)
  }
}
