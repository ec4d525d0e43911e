import Foundation
import TestSupport
import Testing

/// Requests that cannot be met, with a valid source.
@Suite struct BadRequestTests {
  private func refusal(
    _ pdf: HandMadePDF, _ options: String...
  ) async throws -> (result: CommandResult, path: String, left: [String]) {
    let folder = try temporaryFolder()
    let path = try folder.write(pdf.bytes, to: "issue.pdf")
    let result = try await runRecto(["render", path] + options, in: folder.path)
    return (result, path, try folder.entries().filter { $0 != "issue.pdf" })
  }

  @Test func pageFortyOneOfFortyIs64() async throws {
    let (result, _, left) = try await refusal(HandMadePDF(squares: 40), "--pages", "41")
    expectRefusal(result, 64, "there is no page 41: the last is 40")
    #expect(left == [])
  }

  @Test(arguments: ["0", "1-41", "x", "1,,2", "", "-", "1.5", "1-2-3", "99999999999999999999", "١"])
  func aChoiceOfPagesThatMakesNoSenseIs64(pages: String) async throws {
    let (result, _, left) = try await refusal(HandMadePDF(squares: 40), "--pages", pages)
    expectRefusal(result, 64)
    #expect(left == [])
  }

  @Test func aRegionOutsideThePageIs64() async throws {
    let (result, path, left) = try await refusal(
      HandMadePDF(squares: 1), "--region", "500,500,10,10", "-o", "part.png")
    expectRefusal(result, 64, "recto: \(path): page 1: ", "100 x 200")
    #expect(left == [])
  }

  @Test func aPageOfAMillionPointsAtSixHundredDotsPerInchIs75() async throws {
    let (result, path, left) = try await refusal(
      HandMadePDF(squares: 1, width: 1_000_000, height: 1_000_000), "--dpi", "600")
    expectRefusal(result, 75, "recto: \(path): page 1: ", "50 megapixels")
    #expect(left == [])
  }

  @Test func aLargePageIsAsLargeAsAnImageCanBeWithoutAResolution() async throws {
    let (result, path, left) = try await refusal(
      HandMadePDF(squares: 1, width: 10_000, height: 10_000))
    #expect(result.status == 0)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.hasPrefix("recto: \(path): page 1: warning: "))
    #expect(result.errors.contains("150 dpi") && result.errors.contains("50.9"))
    #expect(left.count == 1)
  }

  @Test func aRegionOfThatPageCanBeHad() async throws {
    let pdf = HandMadePDF(squares: 1, width: 1_000_000, height: 1_000_000)
    let (result, _, left) = try await refusal(
      pdf, "--dpi", "600", "--region", "25,25,36,36", "-o", "part.png")
    #expect(result.status == 0, "\(result.errors)")
    #expect(left == ["part.png"])
  }

  @Test func aRegionOfASpreadIs64() async throws {
    let (result, _, _) = try await refusal(
      HandMadePDF(squares: 3), "--spread", "--pages", "2", "--region", "1,1,9,9")
    expectRefusal(result, 64, "region")
  }

  // MARK: Many pages, one of which fails

  /// The second page is too large; the third is as any other.
  private let mixed = HandMadePDF([
    .init(), .init(width: 14_400, height: 14_400), .init(), .init(width: 14_400, height: 14_000),
  ])

  @Test func onePageThatFailsDoesNotStopTheOthers() async throws {
    let (result, path, left) = try await refusal(mixed, "--dpi", "100")
    #expect(result.status == 75)
    #expect(result.errorLines.count == 2)
    for (line, page) in zip(result.errorLines, [2, 4]) {
      #expect(line.hasPrefix("recto: \(path): page \(page): the image would be "))
    }
    #expect(left == ["issue-1.png", "issue-3.png"])
  }

  @Test func theStatusIsTheFirstFailures() async throws {
    // The first page has no such region; the second is beyond the limit of pixels.
    let pdf = HandMadePDF([.init(), .init(width: 14_400, height: 14_400)])
    let (result, _, _) = try await refusal(pdf, "--dpi", "72", "--region", "200,200,14000,14000")
    #expect(result.status == 64)
    #expect(result.errorLines.count == 2)
    let (reversed, _, _) = try await refusal(
      HandMadePDF(pdf.pages.reversed()), "--dpi", "72", "--region", "200,200,14000,14000")
    #expect(reversed.status == 75)
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func aDamagedPageImageAmongSoundOnesFailsAlone() async throws {
    let folder = try temporaryFolder()
    for page in [1, 2, 3] {
      let file = try bytes(ofFile: "\(quayPages)/page\(page).png")
      try folder.write(page == 2 ? Array(file.prefix(2000)) : file, to: "in/page\(page).png")
    }
    let result = try await runRecto([
      "render", folder.path("in"), "--dpi", "30", "-o", folder.path("out/"),
    ])
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("recto: \(folder.path("in")): page 2: "))
    let left = try folder.entries().filter { $0.hasPrefix("out/") }
    #expect(left == ["out/in-1.png", "out/in-3.png"])
  }

  // MARK: Limits of time and memory

  @Test func aPageThatTakesTooLongIs75() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.nested(levels: 9), to: "slow.pdf")
    let result = try await runRecto(
      [
        "render", path, "-o", folder.path("page.png"), "--time-limit", "1.5",
        // PDFium takes as much as it can have of time and memory.
        "--memory-limit", "8192",
      ])
    expectRefusal(result, 75, "recto: \(path): page 1: ")
    // On a busy machine the page may get too little of a processor to take its time.
    let reasons = ["took longer than 1.5 s", "the machine is too busy: try again later"]
    #expect(reasons.contains(where: result.errors.contains), "\(result.errors)")
    #expect(try folder.entries() == ["slow.pdf"])
  }

  @Test func aPageThatTakesTooMuchMemoryIs75() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.greedy(states: 1_000_000).bytes, to: "large.pdf")
    let result = try await runRecto(
      ["render", path, "-o", folder.path("page.png"), "--memory-limit", "64"])
    expectRefusal(result, 75, "recto: \(path): page 1: ", "more than 64 MiB")
    #expect(try folder.entries() == ["large.pdf"])
  }
}
