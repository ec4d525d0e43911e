import RectoPageModel

/// The result of a run for one page on one device.
public struct PageOutcome: Sendable {
  public enum Status: Sendable, Hashable {
    /// The page equals the golden, or is within the tolerance.
    case passed
    case failed
    /// The golden does not exist.
    case missing
    /// A golden was written.
    case recorded
    /// The page or its golden could not be read.
    case broken(PageError)
  }

  /// The page's index from 0.
  public var page: Int
  public var label: String
  public var device: String
  public var status: Status
  /// The result of the comparison; nil if nothing was compared.
  public var result: ComparisonResult?
  /// The golden to write if the page is approved; nil if it passed, if the golden of all platforms is as
  /// good, once it is written, and without `SnapshotRun.keepsRecordings`.
  public var recording: Recording?
  /// The goldens of this platform that approving the page removes.
  public var superseded: [GoldenKey] = []
  /// The picture of the golden as a PNG file; nil unless pictures are kept.
  public var golden: [UInt8]?
  /// The picture of the current page as a PNG file; nil unless pictures are kept.
  public var current: [UInt8]?
  /// The picture of the differences as a PNG file; nil unless pictures are kept.
  public var difference: [UInt8]?

  public init(page: Int, device: String, status: Status) {
    self.page = page
    self.device = device
    self.status = status
    label = "\(page + 1)"
  }

  public var isGood: Bool { status == .passed }

  /// `page 3`, or `page 3 on phone`.
  public var name: String { GoldenKey(device: device, page: page).name }

  /// The outcome and its reason in one line for people.
  public var sentence: String {
    switch status {
    case .passed:
      return result?.isSame ?? true ? "same" : "passes: \(result?.verdict.reason ?? "")"
    case .missing: return "has no golden"
    case .recorded: return "recorded"
    case .broken(let error): return error.message
    case .failed:
      let changes = result?.changes.prefix(3).map(\.kind.sentence) ?? []
      let reason = result?.verdict.reason ?? "differs"
      return changes.isEmpty ? reason : changes.joined(separator: "; ")
    }
  }
}

extension PageOutcome {
  /// Encodes what a report shows. Throws `limit` for a picture that no PNG holds.
  public mutating func keepPictures(golden: Bitmap?, current: Bitmap) throws(PageError) {
    self.golden = try golden?.png()
    if let recording { self.current = recording.picture } else { self.current = try current.png() }
    difference = try golden?.difference(from: current)?.png()
  }
}
