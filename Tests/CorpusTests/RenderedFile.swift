import Foundation
import TestSupport

/// One file of the corpus as `recto render` and `pdftocairo` show it.
struct RenderedFile: Sendable {
  static let dotsPerInch = 75

  /// The pages that are compared; further ones are rendered and no more.
  private static let comparedPages = 3

  /// The files that `recto` and pdftocairo interpret differently: pdftocairo takes a unit for a
  /// point.
  private static let userUnits = ["bug1947248_text.pdf": 3]

  var name: String
  var run: MeasuredRun
  var pageCount: Int
  /// By page from 1: the largest mean difference of a channel, from 0 to 255, between squares of
  /// `squareSide` pixels, so that the places of glyphs within a pixel do not count; nil if the
  /// pictures differ in size.
  var differences: [Int: Double?]

  /// All files, rendered once for all tests.
  static let all = Task { try await Corpus.map(Corpus.files()) { try await RenderedFile($0) } }

  init(_ file: String) async throws {
    let folder = try temporaryFolder()
    name = CorpusTests.name(file)
    run = try await MeasuredRun([
      "render", "--dpi", "\(Self.dotsPerInch)", "--jobs", "1", "-o", folder.path("{page}.png"),
      file,
    ])
    let pages = try folder.entries().compactMap { Int($0.prefix { $0.isNumber }) }
    pageCount = pages.count
    differences = [:]
    let compared = pages.filter { $0 <= Self.comparedPages }
    guard run.status == 0, !compared.isEmpty, !Corpus.endless.contains(name),
      let reference = program("pdftocairo")
    else { return }
    let resolution = Self.dotsPerInch * (Self.userUnits[name] ?? 1)
    // Pages it does not finish are not compared.
    _ = try await TestSupport.run(
      "/usr/bin/timeout",
      ["-s", "KILL", "60", reference, "-png", "-cropbox", "-r", "\(resolution)"]
        + ["-l", "\(Self.comparedPages)", file, folder.path("reference")])
    let entries = try folder.entries()
    for page in compared {
      guard
        let own = entries.first(where: { Int($0.prefix { $0.isNumber }) == page }),
        let other = entries.first(where: { entry in
          entry.hasPrefix("reference-")
            && Int(entry.dropFirst("reference-".count).prefix { $0.isNumber }) == page
        })
      else { continue }
      differences[page] = .some(
        Self.difference(
          try decodePNG(bytes(ofFile: folder.path(own))),
          try decodePNG(bytes(ofFile: folder.path(other)))))
    }
  }

  private static func difference(_ a: DecodedImage, _ b: DecodedImage) -> Double? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var sums = [0, 0, 0]
    for top in stride(from: 0, to: a.height, by: squareSide) {
      let rows = top..<min(top + squareSide, a.height)
      for left in stride(from: 0, to: a.width, by: squareSide) {
        let columns = left..<min(left + squareSide, a.width)
        if areEqual(a, b, rows, columns) { continue }
        for channel in 0..<3 {
          sums[channel] += abs(sum(a, channel, rows, columns) - sum(b, channel, rows, columns))
        }
      }
    }
    return Double(sums.max() ?? 0) / Double(a.width * a.height)
  }

  private static let squareSide = 8

  /// Most of two pages is equal, which `memcmp` sees fast, and a loop in a build for tests does not.
  private static func areEqual(
    _ a: DecodedImage, _ b: DecodedImage, _ rows: Range<Int>, _ columns: Range<Int>
  ) -> Bool {
    guard a.channels == b.channels else { return false }
    return a.samples.withUnsafeBytes { first in
      b.samples.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return rows.allSatisfy { row in
          let start = (row * a.width + columns.lowerBound) * a.channels
          return memcmp(first + start, second + start, columns.count * a.channels) == 0
        }
      }
    }
  }

  private static func sum(
    _ image: DecodedImage, _ channel: Int, _ rows: Range<Int>, _ columns: Range<Int>
  ) -> Int {
    image.samples.withUnsafeBufferPointer { samples in
      var sum = 0
      for row in rows {
        var place = (row * image.width + columns.lowerBound) * image.channels
        place += image.channels == 1 ? 0 : channel
        for _ in columns {
          sum &+= Int(samples[place])
          place &+= image.channels
        }
      }
      return sum
    }
  }
}
