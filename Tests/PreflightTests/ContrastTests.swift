import RectoPageModel
import Testing

@testable import RectoPreview

/// The contrast of the words of a block, of which the worst counts.
@Suite struct ContrastTests {
  private func contrast(_ ratio: Double, of wanted: Double, x: Double) -> BlockContrast {
    BlockContrast(
      box: Rect(x: x, y: 10, width: 20, height: 8), ratio: ratio, wanted: wanted, ink: .black,
      paper: .white, words: 2)
  }

  /// Large words want less: 2.9 of 3 is better than 4 of 4.5.
  @Test(arguments: [(2.0, 4.5, 4.0, 4.5), (4, 4.5, 2.9, 3)])
  func twoBlocksAreAsBadAsTheWorse(
    ratio: Double, wanted: Double, otherRatio: Double, otherWanted: Double
  ) {
    let worse = contrast(ratio, of: wanted, x: 40)
    let better = contrast(otherRatio, of: otherWanted, x: 100)
    for joined in [worse.joined(with: better), better.joined(with: worse)] {
      #expect(joined.ratio == ratio && joined.wanted == wanted)
      #expect(joined.words == 4 && joined.box == Rect(x: 40, y: 10, width: 80, height: 8))
    }
  }
}
