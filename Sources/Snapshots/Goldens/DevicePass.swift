import RectoPageModel
import RectoPipeline

/// The pages of a source on one device, each examined separately.
struct DevicePass: Sendable {
  let run: SnapshotRun
  let device: SnapshotDevice
  let manifest: GoldenManifest
  let publication: OpenPublication

  /// The outcome of a page, with its golden and current texts.
  struct Examined: Sendable {
    var outcome: PageOutcome
    var golden: PageText?
    var current: PageText?
  }

  /// Renders a page, compares it, and prepares its recording. Rethrows the page's errors.
  @Sendable func examine(_ page: Int) async throws(PageError) -> Examined {
    let current = try await publication.snapshot(ofPage: page, device.request.reducible)
    let facts = try await publication.facts(ofPage: page, .export)
    let entry = manifest.entry(device: device.name, page: page, on: run.platform)
    var outcome = PageOutcome(page: page, device: device.name, status: .missing)
    outcome.label = facts.label
    var golden: PageSnapshot?
    if let entry {
      do throws(PageError) {
        let read = try run.folder.snapshot(entry)
        let result = compare(read, entry, current)
        outcome.result = result
        outcome.status = result.verdict.passes ? .passed : .failed
        golden = read
      } catch {
        outcome.status = .broken(error)
      }
    }
    let isToRecord = wantsRecording(outcome, entry)
    if isToRecord || run.keepsRecordings && !outcome.isGood {
      try prepare(&outcome, current, facts)
    }
    if run.keepsPictures, !outcome.isGood {
      try outcome.keepPictures(golden: golden?.picture, current: current.picture)
    }
    if isToRecord { outcome.status = .recorded }
    return Examined(outcome: outcome, golden: golden?.text, current: current.text)
  }

  private func compare(
    _ golden: PageSnapshot, _ entry: GoldenEntry, _ current: PageSnapshot
  ) -> ComparisonResult {
    var result = golden.compare(with: current, run.options)
    if entry.request != device.request.canonicalForm {
      result.verdict = Verdict(
        passes: false,
        reason: "the golden is of another request (\(entry.request)): record it again")
    }
    return result
  }

  private func wantsRecording(_ outcome: PageOutcome, _ entry: GoldenEntry?) -> Bool {
    switch run.mode {
    case .never: return false
    case .missing: return outcome.status == .missing
    case .failed: return !outcome.isGood
    case .all:
      guard outcome.isGood else { return true }
      // A page that passes on this platform needs no golden of its own.
      return entry?.recordedOn == run.platform && !(outcome.result?.isSame ?? true)
    }
  }

  /// Prepares the recording of a page. The platform on which the shared golden was recorded
  /// replaces it. Another platform records a golden of its own, and removes that once the shared
  /// one passes.
  private func prepare(
    _ outcome: inout PageOutcome, _ current: PageSnapshot, _ facts: PageFacts
  ) throws(PageError) {
    let shared = manifest.entries[GoldenKey(device: device.name, page: outcome.page)]
    let ownKey = GoldenKey(device: device.name, page: outcome.page, platform: run.platform)
    let hasOwn = manifest.entries[ownKey] != nil
    var key = ownKey
    if let shared, shared.recordedOn != run.platform {
      if hasOwn, let golden = try? run.folder.snapshot(shared),
        compare(golden, shared, current).verdict.passes
      {
        outcome.superseded = [ownKey]
        return
      }
    } else {
      key.platform = nil
      if hasOwn { outcome.superseded = [ownKey] }
    }
    outcome.recording = try Recording(
      current, facts, key: key, platform: run.platform, request: device.request,
      backend: publication.backend)
  }
}
