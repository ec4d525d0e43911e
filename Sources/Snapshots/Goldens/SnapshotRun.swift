import RectoPageModel
import RectoPipeline

/// Compares the pages of a source with their goldens, and records those that its mode says.
public struct SnapshotRun: Sendable {
  public var folder: GoldenFolder
  public var devices: [SnapshotDevice]
  /// The pages' indices from 0.
  public var pages: [Int]
  public var mode = RecordingMode.never
  public var options = ComparisonOptions()
  public var platform = Platform.current
  /// True if outcomes include the pictures that a report shows.
  public var keepsPictures = false
  /// True if outcomes that are not good include their recordings, which a review writes.
  public var keepsRecordings = false

  /// The number of goldens that are written at once, with one manifest.
  private static let groupSize = 16

  public init(folder: GoldenFolder, devices: [SnapshotDevice], pages: [Int]) {
    self.folder = folder
    self.devices = devices
    self.pages = pages
  }

  /// One page that fails, or whose golden cannot be read, does not stop the others. Goldens are written in
  /// small groups, in the order of the pages, and are not kept in memory.
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
      var group: [PageOutcome] = []
      for await element in publication.inOrder(pages, pass.examine) {
        var outcome: PageOutcome
        switch element.result {
        case .success(let examined):
          outcome = examined.outcome
          flow.add(page: element.page, golden: examined.golden, current: examined.current)
        case .failure(let error):
          outcome = PageOutcome(page: element.page, device: device.name, status: .broken(error))
        }
        if outcome.status == .recorded {
          group.append(outcome)
          outcome.recording = nil
        }
        if group.count >= Self.groupSize {
          try folder.record(group)
          group = []
        }
        onOutcome(outcome)
        outcomes.append(outcome)
      }
      try folder.record(group)
      flow.tell(&outcomes)
      report.outcomes += outcomes
    }
    let pageCount = publication.pageCount
    report.dead = try dead(pageCount: pageCount)
    if Set(pages).isSuperset(of: 0..<pageCount) {
      // Another platform may have more pages.
      report.gone = report.dead.compactMap(\.key).filter { key in
        key.platform == nil || key.platform == platform
      }
    }
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

/// A golden without a page to compare it with.
public struct DeadGolden: Sendable, Hashable {
  /// The path of the picture in the folder of the source.
  public var path: String
  /// The golden's key; nil for a file that the manifest does not name.
  public var key: GoldenKey?

  public init(path: String, key: GoldenKey?) {
    self.path = path
    self.key = key
  }
}
