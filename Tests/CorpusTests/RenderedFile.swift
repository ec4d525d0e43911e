import TestSupport

/// One file of the corpus as `recto render` and `pdftocairo` show it.
struct RenderedFile: Sendable {
  static let dotsPerInch = 75

  /// The pages that are compared; further ones are rendered and no more.
  private static let comparedPages = 3

  /// What `recto` and pdftocairo see otherwise: pdftocairo takes a unit for a point.
  private static let userUnits = ["bug1947248_text.pdf": 3]

  var name: String
  var run: MeasuredRun
  var pageCount: Int
  /// By page from 1: the largest mean difference of a channel, from 0 to 255; nil where the
  /// pictures differ in size.
  var differences: [Int: Double?]

  /// All files, rendered once for all tests.
  static let all = Task { try await Corpus.map(Corpus.files()) { try RenderedFile($0) } }

  init(_ file: String) throws {
    let folder = try temporaryFolder()
    name = CorpusTests.name(file)
    run = try MeasuredRun(
      rectoPath(),
      [
        "render", "--dpi", "\(Self.dotsPerInch)", "--jobs", "1", "-o", folder.path("{page}.png"),
        file,
      ],
      limit: 30)
    let pages = try folder.entries().compactMap { Int($0.prefix { $0.isNumber }) }
    pageCount = pages.count
    differences = [:]
    let compared = pages.filter { $0 <= Self.comparedPages }
    guard !compared.isEmpty, let reference = program("pdftocairo") else { return }
    let resolution = Self.dotsPerInch * (Self.userUnits[name] ?? 1)
    _ = try MeasuredRun(
      reference,
      ["-png", "-cropbox", "-r", "\(resolution)", "-l", "\(Self.comparedPages)", file]
        + [folder.path("reference")], limit: 30)
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
    a.samples.withUnsafeBufferPointer { first in
      b.samples.withUnsafeBufferPointer { second in
        for channel in 0..<3 {
          let (step, otherStep) = (a.channels, b.channels)
          var place = step == 1 ? 0 : channel
          var otherPlace = otherStep == 1 ? 0 : channel
          var sum = 0
          while place < first.count {
            sum &+= abs(Int(first[place]) &- Int(second[otherPlace]))
            place &+= step
            otherPlace &+= otherStep
          }
          sums[channel] = sum
        }
      }
    }
    return Double(sums.max() ?? 0) / Double(a.width * a.height)
  }
}
