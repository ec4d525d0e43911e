import Foundation
import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

/// The facts of a PDF agree with those of poppler-utils.
@Suite(
  .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)),
  .enabled(if: program("pdfimages") != nil, "poppler-utils are not installed"))
struct PopplerAgreementTests {
  /// Every tenth real file: boxes, fonts and pictures of all kinds.
  private static let files: [String] = {
    guard let folder = corporaFolder() else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/pdf")) ?? []
    return names.filter { $0.hasSuffix(".pdf") }.sorted().enumerated().filter {
      $0.offset % 10 == 0
    }
    .map { "\(folder)/pdf/\($0.element)" }
  }()

  /// Nil for a file that cannot be opened, or that poppler-utils refuse, as they do one without its
  /// end: those are for other tests.
  private func open(_ path: String) async throws -> (any Publication)? {
    guard try await run(#require(program("pdfinfo")), [path]).status == 0 else { return nil }
    let source = Source(path: path, content: .file(try FileBytes(path: path)))
    return try? PDFBackend().open(source, options: OpenOptions())
  }

  /// The lines of a table, below its head, each cut at spaces.
  private func table(_ name: String, _ arguments: String...) async throws -> [[String]] {
    let result = try await run(#require(program(name)), arguments)
    return result.text.split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: " ").map(String.init)
    }
  }

  @Test(arguments: files) func pdffontsListsAsManyFontsThatAreNotEmbedded(path: String) async throws
  {
    guard let publication = try await open(path) else { return }
    let fonts = try #require(publication as? any FontsPublication).fonts()
    // Name and type have spaces in them; from the end: emb sub uni object ID.
    let listed = try await table("pdffonts", path).filter { $0.count >= 5 }
    #expect(fonts.count == listed.count)
    #expect(fonts.count { !$0.isEmbedded } == listed.count { $0[$0.count - 5] == "no" })
  }

  private struct Listed: Hashable {
    var page: Int
    var width: Int
    var height: Int
    var color: String
    var bits: Int
    var horizontal: Int
    var vertical: Int
  }

  @Test(arguments: files) func pdfimagesListsEveryPictureWithTheSameFacts(path: String) async throws
  {
    guard let publication = try await open(path) else { return }
    var listed: [Listed] = []
    for row in try await table("pdfimages", "-list", path) where row.count >= 14 {
      guard ["image", "stencil"].contains(row[2]), let page = Int(row[0]), let width = Int(row[3]),
        let height = Int(row[4]), let bits = Int(row[7]), let horizontal = Int(row[row.count - 4]),
        let vertical = Int(row[row.count - 3])
      else { continue }
      listed.append(
        Listed(
          page: page, width: width, height: height, color: row[5], bits: bits,
          horizontal: horizontal, vertical: vertical))
    }
    let names: [PictureColor.Space: String] = [
      .indexed: "index", .separation: "sep", .deviceN: "devn",
    ]
    for index in 0..<publication.pageCount {
      guard let page = try? publication.page(at: index) as? any ImagesPage else { continue }
      for image in try page.images() {
        let pixels = try #require(image.pixelSize)
        let found = try #require(image.dotsPerInch)
        let color = image.color.map { names[$0.space] ?? $0.space.rawValue } ?? "-"
        let isListed = listed.contains { other in
          // The one rounds where the other cuts.
          other.page == index + 1 && other.width == pixels.width && other.height == pixels.height
            && other.color == color && (image.isStencil || other.bits == image.color?.bits)
            && isNear(other.horizontal, found.horizontal) && isNear(other.vertical, found.vertical)
        }
        #expect(isListed, "page \(index + 1): \(image)")
      }
    }
  }

  private func isNear(_ listed: Int, _ found: Double) -> Bool {
    // pdfimages counts to a million.
    abs(Double(listed) - min(found, 999_999)) <= max(1, found * 0.01)
  }

  @Test(arguments: files) func pdfinfoStatesTheSameBoxes(path: String) async throws {
    guard let publication = try await open(path) else { return }
    let count = min(publication.pageCount, 20)
    let result = try await run(
      try #require(program("pdfinfo")), ["-box", "-f", "1", "-l", "\(count)", path])
    var stated: [String: [Double]] = [:]
    for line in result.text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 7, words[0] == "Page", words[2].hasSuffix("Box:") else { continue }
      stated["\(words[1]) \(words[2])"] = words[3...].compactMap(Double.init)
    }
    for index in 0..<count {
      guard let boxes = (try? publication.page(at: index))?.boxes else { continue }
      let crop = try #require(stated["\(index + 1) CropBox:"])
      let width = abs(crop[2] - crop[0])
      // A user unit of another size makes another page of the same box.
      guard abs(boxes.crop.width - width) < 0.01 else { continue }
      for (name, box) in [
        ("Media", boxes.media), ("Bleed", boxes.bleed), ("Trim", boxes.trim), ("Art", boxes.art),
      ] {
        let other = try #require(stated["\(index + 1) \(name)Box:"])
        let found = [
          box.minX + min(crop[0], crop[2]), max(crop[1], crop[3]) - box.maxY,
          box.maxX + min(crop[0], crop[2]), max(crop[1], crop[3]) - box.minY,
        ]
        let wanted = [
          min(other[0], other[2]), min(other[1], other[3]), max(other[0], other[2]),
          max(other[1], other[3]),
        ]
        for (a, b) in zip(found, wanted) {
          #expect(abs(a - b) < 0.02, "page \(index + 1), \(name): \(found), \(other)")
        }
      }
    }
  }
}
