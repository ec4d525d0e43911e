import RectoConformance
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// The sample plugin in Swift, with a runtime of its own, loaded into this process, which has
/// another.
@Suite(.enabled(if: SamplePlugins.canBuildSwift, "there is no swift on the PATH"))
struct SwiftPluginTests {
  /// A QOI file of these operations.
  private func file(width: Int, height: Int, _ operations: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    return Array("qoif".utf8) + number(width) + number(height) + [4, 0] + operations
      + [0, 0, 0, 0, 0, 0, 0, 1]
  }

  /// Each pixel as it is: slopes of color, which grow transparent to the right.
  private func slopes(width: Int, height: Int) -> [UInt8] {
    var operations: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, alpha) = (x * 255 / width, y * 255 / height, 255 - x * 2)
        operations += [0xFF, UInt8(red), UInt8(green), 90, UInt8(alpha)]
      }
    }
    return file(width: width, height: height, operations)
  }

  @Test func aPictureKeepsEveryPromise() async throws {
    let publication = try await SamplePlugins.qoi.value.open(bytes: slopes(width: 97, height: 61))
    #expect(ConformanceSuite().findings(in: publication) == [])
  }

  @Test func everyOperationOfTheFormatIsRead() async throws {
    let place = (100 * 3 + 150 * 5 + 200 * 7 + 255 * 11) % 64
    let operations: [UInt8] = [
      0xFE, 100, 150, 200,  // red, green, blue
      0b01_11_01_10,  // one more, one less, the same
      0b10_011110, 0x96,  // green two less; red and blue one more and two less than that
      0b11_000001,  // twice more
      UInt8(place),  // the first, where it is kept
    ]
    let publication = try await SamplePlugins.qoi.value.open(
      bytes: file(width: 3, height: 2, operations))
    let picture = try publication.page(at: 0).picture(RenderRequest())
    let expected: [[UInt8]] = [
      [100, 150, 200], [101, 149, 200], [100, 147, 196], [100, 147, 196], [100, 147, 196],
      [100, 150, 200],
    ]
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture.samples == expected.flatMap { $0 })
  }

  @Test func theBackgroundShowsThroughWhatIsTransparent() async throws {
    let half: [UInt8] = [0xFF, 200, 100, 0, 128]
    let publication = try await SamplePlugins.qoi.value.open(bytes: file(width: 1, height: 1, half))
    let picture = try publication.page(at: 0).picture(RenderRequest(background: .white))
    let expected = [200, 100, 0].map { (Double($0) * 128 + 255 * 127) / 255 }
    for (sample, expected) in zip(picture.samples, expected) {
      #expect(abs(Double(sample) - expected) <= 1)
    }
  }

  @Test func errorsComeThroughWithTheirCodes() async throws {
    let plugin = try await SamplePlugins.qoi.value
    let sound = slopes(width: 20, height: 20)
    let error = #expect(throws: PageError.self) {
      try plugin.open(bytes: Array(sound.dropLast(100)))
    }
    #expect(error == PageError(.damaged, "the picture is cut off"))
    let size = #expect(throws: PageError.self) {
      try plugin.open(bytes: file(width: Int(Int32.max), height: Int(Int32.max), []))
    }
    #expect(size?.code == .damaged)
    let page = #expect(throws: PageError.self) { try plugin.open(bytes: sound).page(at: 1) }
    #expect(page?.code == .noSuchPage)
  }
}
