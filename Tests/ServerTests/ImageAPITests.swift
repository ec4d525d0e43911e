import Foundation
import TestSupport
import Testing

@Suite(.serving(samples + "/quay.pdf"))
struct ImageAPITests {
  @Test(.enabled(if: testPython != nil, Comment(rawValue: needsPython)))
  func theValidatorOfTheImageAPIPasses() async throws {
    let folder = try temporaryFolder()
    let made = try await runScript("Scripts/validator_image", [folder.path("squares.png")])
    try #require(made.status == 0, "\(made.errors)")
    let shelf = try await ServedShelf("--public", folder.path("squares.png"))
    let result = try await runScript(
      "Scripts/validate_images", ["127.0.0.1:\(shelf.port)", "squares.png%3A0"])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    // docs/serve.md says why it is not passed.
    let failures = result.text.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
    #expect(failures == ["FAIL size_noup"], "\(result.text)")
    #expect(result.text.split(separator: "\n").count { $0.hasPrefix("PASS") } > 20)
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)), arguments: [36, 144])
  func dotsPerInchAreSeventyTwoToAPixelAPoint(density: Int) async throws {
    let shelf = try await ServedShelf.shared
    let page = "/api/1/publications/quay.pdf/pages/3"
    let size = try #require(try await shelf.json(page)["size"] as? [Double])
    let image = try decoded(try await shelf.answer("\(page)/image.png?dpi=\(density)"))
    #expect(abs(Double(image.width) - size[0] * Double(density) / 72) < 1)
    #expect(abs(Double(image.height) - size[1] * Double(density) / 72) < 1)
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func tilesOfAPageFitTogether() async throws {
    let shelf = try await ServedShelf.shared
    let service = "/iiif/image/3/quay.pdf%3A3"
    let info = try await shelf.json("\(service)/info.json")
    let width = try #require(info["width"] as? Int)
    let height = try #require(info["height"] as? Int)
    // 800 % of a screen with 96 pixels an inch.
    let page = try await shelf.json("/api/1/publications/quay.pdf/pages/3")
    let size = try #require(page["size"] as? [Double])
    #expect(abs(Double(width) - size[0] * 768 / 72) < 1)
    let whole = try decoded(
      try await shelf.answer("\(service)/full/\((width + 7) / 8),/0/default.png"))
    // Tiles at an eighth of full size, each 256 pixels.
    for (x, y) in [(0, 0), (256, 256), (512, 0)] {
      let w = min(2048, width - x * 8)
      let h = min(2048, height - y * 8)
      let tile = try decoded(
        try await shelf.answer(
          "\(service)/\(x * 8),\(y * 8),\(w),\(h)/\((w + 7) / 8),/0/default.png"))
      #expect(tile.width == (w + 7) / 8 && tile.height == (h + 7) / 8)
      var differing = 0
      for row in 0..<tile.height {
        for column in 0..<tile.width
        where tile[column, row][0] != whole[x + column, y + row][0] { differing += 1 }
      }
      #expect(differing * 100 < tile.width * tile.height, "\(x),\(y): \(differing)")
    }
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func requestsThatTheStandardRefusesAreRefused() async throws {
    let shelf = try await ServedShelf.shared
    let service = "/iiif/image/3/quay.pdf%3A0"
    for image in [
      "0,0,0,0/max/0/default.jpg", "pct:101,0,1,1/max/0/default.jpg", "a/max/0/default.jpg",
      "full/0,/0/default.jpg", "full/pct:101/0/default.jpg", "full/,/0/default.jpg",
      "full/99999,/0/default.jpg", "full/^9999999,/0/default.jpg", "full/100,/361/default.jpg",
      "full/100,/-90/default.jpg", "full/100,/0/purple.jpg", "full/100,/0/default.gif",
      "full/100,/0/default", "full/100,/!!0/default.jpg",
    ] {
      let answer = try await shelf.answer("\(service)/\(image)")
      #expect(answer.status == 400, "\(image): \(answer.status)")
      #expect(answer["Content-Type"] == "application/problem+json")
    }
    for path in ["quay.pdf%3A99/info.json", "quay.pdf/info.json", "other%3A0/info.json"] {
      #expect(try await shelf.answer("/iiif/image/3/\(path)").status == 404, "\(path)")
    }
    let redirect = try await shelf.answer(service)
    #expect(redirect.status == 303 && redirect["Location"]?.hasSuffix("/info.json") == true)
    let linked = try await shelf.answer("\(service)/info.json", "Accept: application/ld+json")
    #expect(linked["Content-Type"]?.hasPrefix("application/ld+json") == true)
    let image = try await shelf.answer("\(service)/square/!100,100/0/color.jpg")
    #expect(image["Link"]?.contains("/100,100/0/default.jpg>;rel=\"canonical\"") == true)
  }

  private func decoded(_ answer: Answer) throws -> DecodedImage {
    try #require(answer.status == 200, "\(answer.text)")
    return try decodePNG(answer.body)
  }
}
