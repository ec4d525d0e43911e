import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct OutputTests {
  private let quay = samples + "/quay.pdf"

  @Test func aProofReplacesAnOlderOneAndLeavesNothingBeside() async throws {
    let folder = try temporaryFolder()
    let proof = folder.path("a/proof")
    #expect(try await runRecto(["preview", quay, "--pages", "1", "-o", proof]).status == 0)
    #expect(try await runRecto(["preview", quay, "--pages", "2", "-o", proof + "/"]).status == 0)
    #expect(
      try folder.entries().filter { $0.hasPrefix("a/") && !$0.contains("proof/") } == ["a/proof"])
    let pictures = try folder.entries().filter { $0.hasPrefix("a/proof/pages/own/") }
    #expect(pictures.count == 1 && pictures[0].hasPrefix("a/proof/pages/own/2-"))
  }

  @Test func aFolderOtherThanAProofStaysAsItIs() async throws {
    let folder = try temporaryFolder()
    try folder.write([1], to: "mine/index.html")
    let result = try await runRecto(["preview", quay, "-o", folder.path("mine")])
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1 && result.errors.contains("not a proof"))
    #expect(try folder.entries() == ["mine", "mine/index.html"])
    #expect(
      try await runRecto(["preview", quay, "-o", folder.path("mine/index.html")]).status == 73)
  }

  @Test func aSourceThatCannotBeOpenedLeavesNoFolder() async throws {
    let folder = try temporaryFolder()
    let damaged = try folder.write(Array("%PDF-1.7 and no more".utf8), to: "issue.pdf")
    #expect(try await runRecto(["preview", damaged, "-o", folder.path("proof")]).status == 65)
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test(arguments: [
    (["-o", "x", "--serve"], "together"), ([], "-o DIR"), (["-o", "-"], "folder"),
    (["-o", "x", "--port", "1"], "--serve"), (["--serve", "--port", "99999"], "--port"),
    (["-o", "x", "--device", "sundial"], "sundial"), (["-o", "x", "--pages", "99"], "99"),
    (["-o", "x", "--devices", "/nowhere"], "/nowhere"), (["-o", "x", "--dpi", "1"], "--dpi"),
  ])
  func aCommandLineThatMakesNoSenseIs64(arguments: [String], word: String) async throws {
    let folder = try temporaryFolder()
    let result = try await runRecto(["preview", quay] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errorLines.count == 1 && result.errors.contains(word), "\(result.errors)")
    #expect(try folder.entries() == [])
  }

  @Test func standardInputIsProofedAndNotServed() async throws {
    let folder = try temporaryFolder()
    let input = try bytes(ofFile: quay)
    let result = try await runRecto(
      ["preview", "-", "--pages", "1", "-o", folder.path("proof")], input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await runRecto(["preview", "-", "--serve"], input: input).status == 64)
  }

  @Test func givingUpLeavesNothing() async throws {
    let folder = try temporaryFolder()
    // It has too many pages to be done before it is interrupted, however late that is.
    let text = Array(repeating: "The tide goes out.\n\n", count: 20_000).joined()
    let story = try folder.write(Array(text.utf8), to: "story.md")
    let running = try RunningRecto(
      ["preview", story, "--progress", "json", "-o", folder.path("proof")])
    #expect(try await running.statusInterruptedAtFirstErrorLine() == 75)
    #expect(try folder.entries() == ["story.md"])
  }
}
