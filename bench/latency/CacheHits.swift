import RectoPageModel
import RectoPipeline
import RectoRaster

/// The time of a cached page image of about a megabyte: from memory, and from the disk when it is
/// first requested.
struct CacheHits {
  private static let wantedBytes = 1e6
  /// More than a processor's cache holds, and fewer than the memory of a `ResultCache` does.
  private static let imageCount = 20

  private static let candidates = 100
  private static let guesses = 4
  /// A page with little on it is not made as large as a wall for its file's sake.
  private static let mostPixels = 30e6

  private struct Wanted: Hashable {
    let page: Int
    let request: RenderRequest
  }

  private let arguments: Arguments
  private let configuration: CacheConfiguration

  init(_ arguments: Arguments) {
    self.arguments = arguments
    configuration = CacheConfiguration(directory: "\(arguments.folder)/cache")
  }

  func measure() async throws -> Outcome {
    let cache = ResultCache(configuration)
    let issue = try await arguments.engine(cache: cache).open(arguments.files[0])
    let wanted = try await choose(from: issue)
    var made = Latencies()
    var bytes = 0
    for image in wanted {
      bytes += try await made.time { try await get(image, of: issue) }.count
    }
    var outcome = Outcome()
    func add(_ label: String, _ latencies: Latencies) {
      outcome.rows.append(
        Outcome.Row(
          label: label,
          figures: [
            "images": Double(latencies.milliseconds.count),
            "kB each": Double(bytes / wanted.count) / 1e3, "p50 ms": latencies.p50,
            "p99 ms": latencies.p99, "max ms": latencies.longest,
          ],
          latencies: latencies))
    }
    add("rendered, encoded and stored", made)
    add("from memory", try await memoryHits(wanted, issue, cache))
    add("from disk, first hit", try await diskHits(wanted))
    try cache.clear()
    return outcome
  }

  /// Pages in turn, each at the scale at which its PNG file has about the wanted size. Pages with
  /// too little content are skipped, unless there are no others.
  private func choose(from issue: OpenPublication) async throws -> [Wanted] {
    var wanted: [Wanted] = []
    var sparse: [Wanted] = []
    let pages = arguments.pages(of: issue)
    for index in 0..<Self.candidates where wanted.count < Self.imageCount {
      let page = index % pages.count
      let size = try await issue.facts(ofPage: page).size
      let largest = (Self.mostPixels / (size.width * size.height)).squareRoot()
      // Another turn through few pages must ask for other images.
      var scale = 2 + Double(index / pages.count) / 100
      // The size of a file is not linear in that of the picture, so that a guess is not enough.
      for _ in 0..<Self.guesses where scale < largest {
        let bytes = try await fileSize(issue, page, scale)
        scale *= (Self.wantedBytes / Double(bytes)).squareRoot()
      }
      let image = Wanted(
        page: page, request: RenderRequest(scale: .pixelsPerPoint(min(scale, largest))))
      if scale < largest { wanted.append(image) } else { sparse.append(image) }
    }
    return wanted.isEmpty ? Array(Set(sparse)) : wanted
  }

  private func fileSize(
    _ issue: OpenPublication, _ page: Int, _ scale: Double
  ) async throws -> Int {
    let request = RenderRequest(scale: .pixelsPerPoint(scale))
    let bitmap = try await issue.render(page: page, request)
    var count = 0
    try ImageEncoder().encode(bitmap, EncodeOptions()) { count = $0.count }
    return count
  }

  private func get(_ image: Wanted, of issue: OpenPublication) async throws -> [UInt8] {
    try await issue.image(of: .page(image.page), image.request, EncodeOptions())
  }

  private func memoryHits(
    _ wanted: [Wanted], _ issue: OpenPublication, _ cache: ResultCache
  ) async throws -> Latencies {
    for image in wanted { _ = try await get(image, of: issue) }
    let before = cache.statistics.memoryHits
    var latencies = Latencies()
    for index in 0..<arguments.count {
      _ = try await latencies.time { try await get(wanted[index % wanted.count], of: issue) }
    }
    try expect(cache.statistics.memoryHits - before == arguments.count, "memory")
    return latencies
  }

  /// Each round is what a program sees that starts with the folder of an earlier one.
  private func diskHits(_ wanted: [Wanted]) async throws -> Latencies {
    var latencies = Latencies()
    for _ in 0..<max(1, arguments.count / wanted.count) {
      let cache = ResultCache(configuration)
      let issue = try await arguments.engine(cache: cache).open(arguments.files[0])
      for image in wanted { _ = try await latencies.time { try await get(image, of: issue) } }
      try expect(cache.statistics.diskHits == wanted.count, "the disk")
    }
    return latencies
  }

  private func expect(_ isTrue: Bool, _ store: String) throws(PageError) {
    guard isTrue else { throw PageError(.bug, "what was to come from \(store) did not") }
  }
}
