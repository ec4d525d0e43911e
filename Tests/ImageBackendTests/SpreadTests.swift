import RectoPageModel
import Testing

@Suite struct SpreadTests {
  private func positions(_ sizes: [(Int, Int)]) throws -> [SpreadPosition] {
    let entries = try sizes.enumerated().map { index, size in
      ZipEntry("\(index).png", try Canvas(width: size.0, height: size.1, .pureRed).encoded())
    }
    let publication = try open(archive(entries))
    return try (0..<publication.pageCount).map { try publication.page(at: $0).spreadPosition }
  }

  @Test func aScanOfTwoFacingPagesFillsASpread() throws {
    let sizes = [(40, 60), (40, 60), (40, 60), (80, 60), (40, 60), (40, 60)]
    let positions = try positions(sizes)
    #expect(positions == [.automatic, .automatic, .automatic, .alone, .automatic, .automatic])
    let spreads = Spread.layout(
      positions: positions, direction: .leftToRight, hasCoverAlone: true)
    #expect(
      spreads == [
        Spread(left: nil, right: 0), Spread(left: 1, right: 2), Spread(left: 3, right: nil),
        Spread(left: 4, right: 5),
      ])
  }

  @Test func aCoverAndNothingButDoublePagesAreSpreads() throws {
    #expect(
      try positions([(40, 60), (80, 60), (81, 60), (79, 60)])
        == [.automatic, .alone, .alone, .alone])
  }

  /// Scans differ in resolution.
  @Test func proportionsAreComparedAndNotPixels() throws {
    #expect(try positions([(400, 600), (40, 60), (20, 15)]).last == .alone)
  }

  @Test(arguments: [(60, 60), (65, 60), (40, 60)]) func aSlightlyWiderPageIsAPage(size: (Int, Int))
    throws
  {
    #expect(try positions([(40, 60), size, (40, 60)])[1] == .automatic)
  }

  /// Pages of 5:6 are 1.6 times as wide at 4:3; a fold-out of a tall page is not yet a spread at
  /// 11:10, though more than twice as wide.
  @Test func aDoublePageIsWideForItselfAndForItsPublication() throws {
    #expect(try positions([(50, 60), (78, 60), (83, 60)]) == [.automatic, .automatic, .alone])
    #expect(try positions([(30, 60), (66, 60), (72, 60)]) == [.automatic, .automatic, .alone])
  }

  @Test func slidesAreNoDoublePages() throws {
    #expect(
      try positions([(80, 60), (80, 60), (120, 60)]) == [.automatic, .automatic, .automatic])
  }

  @Test func aPageThatCannotBeReadDoesNotStopTheOthers() throws {
    let portrait = try Canvas(width: 40, height: 60, .pureRed).encoded()
    let double = try Canvas(width: 80, height: 60, .pureRed).encoded()
    let publication = try open(
      archive([ZipEntry("1.png", portrait), ZipEntry("2.png", "bad"), ZipEntry("3.png", double)]))
    #expect(try publication.page(at: 2).spreadPosition == .alone)
  }

  @Test func aTurnedPictureCountsAsItStands() throws {
    let sideways = jpeg(try Canvas(width: 96, height: 64, .pureRed).encoded(.jpeg), orientation: 6)
    let portrait = try Canvas(width: 64, height: 96, .pureRed).encoded()
    let publication = try open(
      archive([ZipEntry("1.png", portrait), ZipEntry("2.jpg", sideways)]))
    #expect(try publication.page(at: 1).spreadPosition == .automatic)
  }
}
