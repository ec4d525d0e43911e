import Glibc
import RectoPageModel
import RectoPipeline
import Synchronization

/// Gets covers, a few at a time, each once, and keeps them on the disk.
final class CoverLoader: Sendable {
  /// The maximum number of concurrent transfers: a screen of covers arrives soon, and a download
  /// beside it goes on.
  static let atOnce = 4
  /// The maximum size of a cover in bytes.
  static let mostBytes = 20 << 20
  /// Seconds after which a kept cover is asked for again.
  static let freshness = 24 * 60 * 60
  /// Seconds after which a cover is asked for again that a network or a busy server held back.
  static let transientSeconds = 30

  private let folder: String
  /// True if pictures without a digest in the catalog are refused.
  private let needsDigests: Bool
  private let fetcher: any Fetching
  private let now: @Sendable () -> Int
  private let gate = TurnGate(count: atOnce)
  private let state = Mutex(State())

  typealias Loaded = Result<(image: CoverImage, isNew: Bool), NewsstandError>

  private struct State {
    var loading: [String: Task<Loaded, Never>] = [:]
    var failures: [String: (error: NewsstandError, time: Int)] = [:]
  }

  init(
    folder: String, needsDigests: Bool, fetcher: any Fetching, now: @escaping @Sendable () -> Int
  ) {
    self.folder = folder
    self.needsDigests = needsDigests
    self.fetcher = fetcher
    self.now = now
  }

  /// The picture of a URL, and whether it was not here before.
  func image(
    _ asset: IssueAsset, namedBy catalog: String
  ) async throws(NewsstandError) -> (image: CoverImage, isNew: Bool) {
    let url = asset.url
    guard !needsDigests || asset.sha256 != nil else {
      throw NewsstandError(
        .untrusted, "the catalog has no digest for the picture \(printable(url))")
    }
    let task = state.withLock { state in
      if let failure = state.failures[url], isLasting(failure.error, since: failure.time) {
        return Task { Loaded.failure(failure.error) }
      }
      if let task = state.loading[url] { return task }
      let task = Task { await self.load(asset, namedBy: catalog) }
      state.loading[url] = task
      return task
    }
    return try await task.value.get()
  }

  private func load(_ asset: IssueAsset, namedBy catalog: String) async -> Loaded {
    let url = asset.url
    // An old cover may stand for a newer one, but not for one that the publisher has signed.
    let kept = kept(url).flatMap { needsDigests && !matches(asset, $0.image) ? nil : $0 }
    var loaded: Loaded
    if let kept, now() - kept.checked < Self.freshness, matches(asset, kept.image) {
      loaded = .success((kept.image, false))
    } else {
      loaded = await gate.inTurn { await self.fetch(asset, kept, namedBy: catalog) }
    }
    state.withLock { state in
      state.loading[url] = nil
      state.failures[url] = nil
      if case .failure(let error) = loaded, error.code != .cancelled {
        state.failures[url] = (error, now())
      }
    }
    return loaded
  }

  /// True if it would fail in the same way again, or was tried just now.
  private func isLasting(_ error: NewsstandError, since time: Int) -> Bool {
    switch error.code {
    case .unreachable, .stalled, .notNow: now() - time < Self.transientSeconds
    default: true
    }
  }

  private func fetch(
    _ asset: IssueAsset, _ kept: KeptCover?, namedBy catalog: String
  ) async -> Loaded {
    let url = asset.url
    do throws(NewsstandError) {
      let answer = try await fetcher.fetch(
        FetchRequest(
          url: url, mostBytes: min(asset.size ?? Self.mostBytes, Self.mostBytes),
          validators: kept?.validators, accept: "image/*", namedBy: catalog))
      if answer.isUnchanged, let kept {
        keep(KeptCover(url: url, validators: kept.validators, checked: now(), image: kept.image))
        return .success((kept.image, false))
      }
      let image = try CoverImage(answer.bytes)
      guard matches(asset, image) else {
        throw NewsstandError(
          .corrupt, "the cover \(printable(url)) differs from the catalog in length or SHA-256")
      }
      keep(KeptCover(url: url, validators: answer.validators, checked: now(), image: image))
      return .success((image, kept?.image != image))
    } catch {
      // An old cover is better than none.
      return kept.map { .success(($0.image, false)) } ?? .failure(error)
    }
  }

  private func matches(_ asset: IssueAsset, _ image: CoverImage) -> Bool {
    asset.size.map { $0 == image.bytes.count } ?? true
      && asset.sha256.map { $0.lowercased() == digest(of: [image.bytes]) } ?? true
  }

  // MARK: Disk

  private func path(_ url: String) -> String { "\(folder)/\(digest(of: url))" }

  private func kept(_ url: String) -> KeptCover? {
    guard let bytes = try? FileBytes(path: path(url)), bytes.count <= Self.mostBytes + 64 << 10,
      let kept = KeptCover(fileBytes: bytes.prefix(bytes.count)), kept.url == url
    else { return nil }
    return kept
  }

  /// If it cannot be written, it is fetched again another time.
  private func keep(_ cover: KeptCover) {
    try? makeFolder(folder)
    try? writeFile(cover.fileBytes, to: path(cover.url))
  }

  /// Removes what no catalog names any longer, and asks again for what failed.
  func forget(except urls: some Sequence<String>) {
    state.withLock { $0.failures = [:] }
    let named = Set(urls.map { digest(of: $0) })
    for name in allNames(inFolder: folder) where !named.contains(name) {
      unlink("\(folder)/\(name)")
    }
  }
}
