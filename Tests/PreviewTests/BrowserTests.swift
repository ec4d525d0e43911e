import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: browserPython != nil, Comment(rawValue: needsBrowserPython)),
  .usesBrowser)
struct BrowserTests {
  @Test func everyControlOfAProofDoesItsWork() async throws {
    let proof = try await MadeProof(samples + "/quay.pdf")
    var frame = try proof.data("proof", "takeProof")
    frame["findings"] = [
      [
        "rule": "test", "severity": "error", "page": 2, "box": [50, 300, 120, 40],
        "message": "<b>Something</b> is wrong", "advice": "Put it right",
      ], ["rule": "test", "severity": "note", "message": "A note", "advice": "Nothing"],
    ]
    try write(frame, "proof", "takeProof", to: proof)
    // The sample issue has no film.
    var edition = try proof.data("own", "takeEdition")
    var pages = try #require(edition["pages"] as? [JSON])
    pages[5]["media"] = [["kind": "video", "box": [60, 60, 120, 80], "name": "film.mp4"]]
    edition["pages"] = pages
    try write(edition, "own", "takeEdition", to: proof)
    let result = try await runBrowserScript(
      "controls", "file://" + proof.folder.path("proof/index.html"), pictures(proof.folder))
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func textThatFlowsShowsTheDevicesOwnPages() async throws {
    let folder = try temporaryFolder()
    let text =
      "---\ntitle: '</script><script>alert(1)</script>'\n---\n\n# Tide\n\n"
      + String(repeating: "The sea comes and goes. ", count: 1500)
    let story = try folder.write(Array(text.utf8), to: "story.md")
    let proof = try await MadeProof(story, "--device", "phone")
    let result = try await runBrowserScript(
      "devices", "file://" + proof.folder.path("proof/index.html"))
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func aSavedStoryShowsOnThePageThatHasIt() async throws {
    let folder = try temporaryFolder()
    try FileManager.default.copyItem(
      atPath: samples + "/quay-layout", toPath: folder.path("issue"))
    let served = try await ServedProof(folder.path("issue"), "--device", "none")
    let result = try await runBrowserScript(
      "live", served.url, folder.path("issue/stories/tide.md"), "4")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await served.stop().status == 0)
  }

  @Test(arguments: ["issue", "story.md"])
  func editsShowAsAFreshProofDoes(_ name: String) async throws {
    try await edit(name, count: 21)
  }

  @Test(.soak, arguments: ["issue", "story.md"])
  func twoHundredEditsShowAsAFreshProofDoes(_ name: String) async throws {
    try await edit(name, count: 200)
  }

  /// Edits a layout or a story at random, in every view, beside its live proof.
  private func edit(_ name: String, count: Int) async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea comes and goes.\n".utf8), to: "story.md")
    try folder.write(Array("# Tide\n\nThe sea comes and goes.\n".utf8), to: "issue/story.md")
    let layout = """
      {"stories": {"story": "story.md"}, "pages": [{"frames": [{"thread": "story"}]}]}
      """
    try folder.write(Array(layout.utf8), to: "issue/layout.json")
    for (number, picture) in ["porthole", "compass"].enumerated() {
      let bytes = try TestSupport.bytes(ofFile: samples + "/quay-layout/pictures/\(picture).png")
      try folder.write(bytes, to: "issue/picture-\(number).png")
    }
    let source = folder.path(name)
    let options = ["--dpi", "36", "--device", name == "issue" ? "none" : "phone"]
    let served = try await ServedProof(source, options[0], options[1], options[2], options[3])
    let seed = String(Int.random(in: 0..<1_000_000))
    let result = try await runBrowserScript(
      "edits", served.url, source, try rectoExecutable(), seed, String(count), options[0],
      options[1], options[2], options[3])
    #expect(result.status == 0, "seed \(seed): \(result.errors)")
    #expect(try await served.stop().status == 0)
  }

  /// Puts other data in the place of a proof's.
  private func write(_ data: JSON, _ name: String, _ function: String, to proof: MadeProof) throws {
    let json = try JSONSerialization.data(withJSONObject: data)
    try proof.folder.write("\(function)(".utf8 + json + ");\n".utf8, to: "proof/data/\(name).js")
  }

  /// The folder for the script's pictures; name one to look at them.
  private func pictures(_ folder: TemporaryFolder) -> String {
    ProcessInfo.processInfo.environment["RECTO_TEST_PICTURES"] ?? folder.path
  }
}
