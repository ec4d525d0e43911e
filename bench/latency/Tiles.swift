import RectoPageModel
import RectoPipeline

/// The time and the memory of a tile of a large page: the first page of each file as wide as a
/// wall, walked in rows.
struct Tiles {
  private static let width = 20_000
  private static let side = 512
  /// The first ones load fonts and libraries.
  private static let warmUp = 3

  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func measure() async throws -> Outcome {
    var outcome = Outcome()
    for file in arguments.files {
      do {
        outcome.rows.append(try await row(file))
      } catch let error as PageError {
        outcome.notes.append("\(name(ofFile: file)): \(error.message)")
      }
    }
    return outcome
  }

  private func row(_ file: String) async throws -> Outcome.Row {
    let issue = try await arguments.engine(workers: 1).open(file)
    let page = try await issue.facts(ofPage: 0).size
    let scale = Double(Self.width) / page.width
    let height = Int((page.height * scale).rounded(.up))
    let all = tiles(height: height)
    // Spread over the whole page where not all are asked for.
    let step = max(1, Double(all.count) / Double(arguments.count))
    let walked = stride(from: 0, to: Double(all.count), by: step).map { all[Int($0)] }

    ProcessMemory.resetOwnPeak()
    let bitmap = Bitmap(size: PixelSize(width: Self.side, height: Self.side))
    func render(_ tile: PixelRect) async throws {
      let region = Rect(
        x: Double(tile.x) / scale, y: Double(tile.y) / scale, width: Double(tile.width) / scale,
        height: Double(tile.height) / scale)
      let request = RenderRequest(scale: .pixelsPerPoint(scale), region: region)
      try await issue.render(page: 0, request, into: bitmap)
    }
    for tile in walked.prefix(Self.warmUp) { try await render(tile) }
    var latencies = Latencies()
    var workerOwn = 0.0
    var workerPeak = 0.0
    for (number, tile) in walked.enumerated() {
      do {
        try await latencies.time { try await render(tile) }
      } catch let error as PageError {
        throw PageError(
          error.code, "tile \(number + 1) of \(walked.count), at row \(tile.y): \(error.message)")
      }
      for worker in try ProcessMemory.workers() {
        let memory = try ProcessMemory(of: worker)
        workerOwn = max(workerOwn, memory.own)
        workerPeak = max(workerPeak, memory.peak)
      }
    }
    return Outcome.Row(
      label: "\(name(ofFile: file)), \(Self.width) x \(height)",
      figures: [
        "tiles": Double(walked.count), "of": Double(all.count), "p50 ms": latencies.p50,
        "p99 ms": latencies.p99, "max ms": latencies.longest, "worker MB": workerPeak,
        "its own": workerOwn, "host MB": try ProcessMemory(of: "self").peak,
        "whole page MB": Double(Self.width * height * 4) / 1e6,
      ],
      latencies: latencies)
  }

  private struct PixelRect {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  private func tiles(height: Int) -> [PixelRect] {
    stride(from: 0, to: height, by: Self.side).flatMap { y in
      stride(from: 0, to: Self.width, by: Self.side).map { x in
        PixelRect(
          x: x, y: y, width: min(Self.side, Self.width - x), height: min(Self.side, height - y))
      }
    }
  }
}
