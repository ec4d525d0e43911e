import RectoPageModel
import RectoPipeline

/// Compares the pages of a source with their goldens, and records those that its mode says.
public struct SnapshotRun: Sendable {
  public var folder: GoldenFolder
  public var devices: [SnapshotDevice]
  /// From 0.
  public var pages: [Int]
  public var mode = RecordingMode.never
  public var options = ComparisonOptions()
  public var platform = Platform.current
  /// True if outcomes include the pictures that a report shows.
  public var keepsPictures = false

  public init(folder: GoldenFolder, devices: [SnapshotDevice], pages: [Int]) {
    self.folder = folder
    self.devices = devices
    self.pages = pages
  }

  /// One page that fails, or whose golden cannot be read, does not stop the others. Goldens are
  /// written as soon as their pages are done, in the order of the pages.
  ///
  /// Throws what `GoldenFolder.manifest` throws, and `cannotWrite` and `busy`.
  public func run(
    of publication: OpenPublication, onOutcome: (PageOutcome) -> Void = { _ in }
  ) async throws(PageError) -> SnapshotReport {
    let manifest = try folder.manifest()
    var report = SnapshotReport(source: manifest.source)
    for device in devices {
      let pass = DevicePass(run: self, device: device, manifest: manifest, publication: publication)
      var outcomes: [PageOutcome] = []
      var flow = PageFlow()
      for await element in publication.inOrder(pages, pass.examine) {
        var outcome: PageOutcome
        switch element.result {
        case .success(let examined):
          outcome = examined.outcome
          flow.add(page: element.page, golden: examined.golden, current: examined.current)
        case .failure(let error):
          outcome = PageOutcome(page: element.page, device: device.name, status: .broken(error))
        }
        if outcome.status == .recorded { try folder.record(outcome) }
        onOutcome(outcome)
        outcomes.append(outcome)
      }
      flow.tell(&outcomes)
      report.outcomes += outcomes
    }
    report.dead = try dead(pageCount: publication.pageCount)
    return report
  }

  /// Goldens of pages that no longer exist, and pictures without a golden.
  private func dead(pageCount: Int) throws(PageError) -> [DeadGolden] {
    let manifest = try folder.manifest()
    let names = Set(devices.map(\.name))
    let gone = manifest.sorted.filter { entry in
      names.contains(entry.key.device) && entry.key.page >= pageCount
    }
    return gone.map { DeadGolden(path: $0.key.picture, key: $0.key) }
      + folder.strayPictures(manifest).map { DeadGolden(path: $0, key: nil) }
  }
}

/// A golden that nothing is compared with any more.
public struct DeadGolden: Sendable, Hashable {
  /// The path of the picture in the folder of the source.
  public var path: String
  /// Nil for a file that the manifest does not name.
  public var key: GoldenKey?

  public init(path: String, key: GoldenKey?) {
    self.path = path
    self.key = key
  }
}
