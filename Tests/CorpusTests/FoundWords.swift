import Foundation
import TestSupport

/// A word and its box on the page as it is shown, in user units: x1, y1, x2, y2.
struct FoundWord: Sendable {
  var text: String
  var box: [Double]
  /// At an angle, neither upright nor on its side.
  var isSlanted = false

  var isRightToLeft: Bool {
    text.unicodeScalars.contains {
      (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFF).contains($0.value)
    }
  }

  func lies(where other: FoundWord) -> Bool {
    zip(box, other.box).allSatisfy { abs($0 - $1) <= 1 }
  }

  /// True if the other is a part of it.
  func holds(_ other: FoundWord) -> Bool {
    text.contains(other.text) && box[0] <= other.box[0] + 1 && box[1] <= other.box[1] + 1
      && box[2] >= other.box[2] - 1 && box[3] >= other.box[3] - 1
  }
}

/// The words of one page by `recto text`.
struct OwnPage: Sendable {
  var order: String
  /// Points of the unrotated page.
  var width: Double
  var words: [FoundWord]

  /// All pages of a file by their index; none where it cannot be read.
  static func pages(of file: String) async throws -> [Int: OwnPage] {
    let text = try await runRecto(["text", "--json", file])
    let info = try await runRecto(["info", "--json", file])
    guard text.status == 0, info.status == 0 else { return [:] }
    let pages = try JSONDecoder().decode(TextDocument.self, from: Data(text.output)).pages
    let facts = try JSONDecoder().decode(InfoDocument.self, from: Data(info.output)).pages
    let rotations = Dictionary(facts.map { ($0.index, $0.rotation) }, uniquingKeysWith: { $1 })
    return Dictionary(
      pages.map { ($0.index, OwnPage($0, rotation: rotations[$0.index] ?? 0)) },
      uniquingKeysWith: { $1 })
  }

  private init(_ page: TextDocument.Page, rotation: Int) {
    order = page.order
    width = page.size[0]
    let height = page.size[1]
    words = page.blocks.flatMap(\.lines).flatMap(\.words).map { [width] word in
      let (x1, y1) = (word.box[0], word.box[1])
      let (x2, y2) = (x1 + word.box[2], y1 + word.box[3])
      let shown =
        switch rotation {
        case 90: [height - y2, x1, height - y1, x2]
        case 180: [width - x2, height - y2, width - x1, height - y1]
        case 270: [y1, width - x2, y2, width - x1]
        default: [x1, y1, x2, y2]
        }
      return FoundWord(text: word.text, box: shown, isSlanted: word.isSlanted)
    }
  }
}

/// The form of `recto text --json`, as far as it is needed.
private struct TextDocument: Decodable {
  struct Page: Decodable {
    var index: Int
    var size: [Double]
    var order: String
    var blocks: [Block]
  }
  struct Block: Decodable { var lines: [Line] }
  struct Line: Decodable { var words: [Word] }
  struct Word: Decodable {
    var text: String
    var box: [Double]
    var quad: [Double]?

    var isSlanted: Bool {
      guard let quad, quad.count == 8 else { return false }
      return abs(quad[0] - quad[2]) > 0.01 && abs(quad[1] - quad[3]) > 0.01
    }
  }
  var pages: [Page]
}

private struct InfoDocument: Decodable {
  struct Page: Decodable {
    var index: Int
    var rotation: Int
  }
  var pages: [Page]
}
