import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline
import Synchronization

/// A proof that is made again when its source changes, and tells browsers which pages did.
///
/// One task makes it; a browser that connects is told its generation, and why it is not newer.
final class LiveProof: Sendable {
  private struct State {
    var proof: Proof
    /// True while another one is being made, some pages of which may have been announced already.
    var isRefreshing = false
    var failure: String?
  }

  private let maker: ProofMaker
  private let folder: ProofFolder
  private let hub = EventHub<ServerSentEvent>(overflowLoses: .stream)
  private let state: Mutex<State>

  /// Makes the first proof. Throws as `ProofMaker.write(to:onEvent:)`.
  init(_ maker: ProofMaker, onEvent: @Sendable (ProofMaker.Event) -> Void) async throws(PageError) {
    self.maker = maker
    folder = try ProofFolder.temporary()
    var proof = try await maker.make(in: folder, onEvent: onEvent)
    proof.generation = 1
    try ProofSite(folder: folder.path).write(proof)
    state = Mutex(State(proof: proof))
  }

  /// The failures of the first proof.
  var failures: [ProofFailure] { state.withLock { $0.proof.failures } }

  // MARK: Serving

  /// The answer to a browser.
  func response(to request: HTTPRequest) -> HTTPResponse {
    guard [.get, .head].contains(request.method) else {
      return HTTPResponse(
        .methodNotAllowed, headers: ["Allow": "GET, HEAD"], body: .bytes([]))
    }
    if request.target.segments == ["events"] { return events() }
    return ProofPaths(folder: folder.path).response(to: request.target)
      ?? HTTPResponse("there is nothing here", status: .notFound)
  }

  private func events() -> HTTPResponse {
    .events { [self] writer in
      let events = hub.events()
      try await writer.write(hello)
      for await event in events { try await writer.write(event) }
    }
  }

  private var hello: ServerSentEvent {
    state.withLock { state in
      ServerSentEvent("hello") { json in
        json.member("generation", state.proof.generation)
        json.member("refreshing", state.isRefreshing)
        json.optional("failure", state.failure)
      }
    }
  }

  /// Removes its files. A connection that ends may hold on to the proof for a moment longer.
  func remove() { folder.removeAll() }

  // MARK: Making it again

  /// Makes it again and announces changes on the way; earlier findings of preflight stay until
  /// `examine` has run again. A source that cannot be opened leaves the last proof as it is, with
  /// the reason, and returns nil.
  ///
  /// Throws `cancelled` and `cannotWrite`.
  func refresh() async throws(PageError) -> OpenPublication? {
    let before = state.withLock { state in
      state.isRefreshing = true
      return state.proof
    }
    do throws(PageError) {
      let publication = try await maker.open(maker.options.layout)
      var proof = try await maker.frame(publication)
      proof.generation = before.generation + 1
      proof.findings = before.findings
      var made: [ProofEdition] = []
      for edition in proof.editions {
        let opened = made.isEmpty ? publication : nil
        if let edition = try await refill(edition, opened, own: made.first, before: before) {
          made.append(edition)
        }
      }
      proof.editions = made
      try ProofSite(folder: folder.path).write(proof)
      let done = proof
      state.withLock { $0 = State(proof: done) }
      hub.send(ServerSentEvent("proof") { done.writeSummary(to: &$0) })
      removePictures(except: before.picturePaths.union(done.picturePaths))
      return publication
    } catch {
      if [.cancelled, .cannotWrite].contains(error.code) { throw error }
      state.withLock { state in
        state.isRefreshing = false
        state.failure = error.message
      }
      hub.send(ServerSentEvent("failure") { $0.member("failure", error.message) })
      return nil
    }
  }

  /// Runs preflight on the last proof, and announces its findings.
  ///
  /// Throws `cancelled` and `cannotWrite`.
  func examine(_ publication: OpenPublication) async throws(PageError) {
    let findings = try await maker.findings(in: publication)
    var proof = state.withLock { $0.proof }
    guard proof.findings != findings else { return }
    proof.findings = findings
    proof.generation += 1
    try ProofSite(folder: folder.path).write(proof)
    let done = proof
    state.withLock { $0.proof = done }
    hub.send(
      ServerSentEvent("findings") { json in
        json.member("generation", done.generation)
        done.writeFindings(to: &json)
      })
  }

  /// Fills an edition and announces each changed page; returns nil if its pages are those of the
  /// publication's own edition.
  private func refill(
    _ edition: ProofEdition, _ publication: OpenPublication?, own: ProofEdition?, before: Proof
  ) async throws(PageError) -> ProofEdition? {
    let before = before.editions.first { $0.key == edition.key }
    func tell(_ page: ProofPage) {
      guard before?.pages.first(where: { $0.index == page.index }) != page else { return }
      hub.send(
        ServerSentEvent("page") { json in
          json.member("edition", edition.key)
          json.member("page", page)
        })
    }
    let made = try await maker.fill(
      edition, publication, own: own, before: before, in: folder, onPage: tell)
    guard let made else { return nil }
    if before.map({ !$0.hasSameFrame(as: made) }) ?? true {
      hub.send(
        ServerSentEvent("edition") { json in
          made.writeFrame(to: &json)
          json.key("indices")
          json.array(made.pages) { $0.value($1.index) }
        })
    }
    return made
  }

  /// Removes the pictures that are in neither of the last two proofs. Browsers may still load those
  /// of the one before.
  private func removePictures(except kept: Set<String>) {
    for kind in ["pages", "thumbnails"] {
      for edition in allNames(inFolder: "\(folder.path)/\(kind)") {
        for name in allNames(inFolder: "\(folder.path)/\(kind)/\(edition)") {
          let path = "\(kind)/\(edition)/\(name)"
          if !kept.contains(path) { folder.remove(path) }
        }
      }
    }
  }
}

extension Proof {
  fileprivate var picturePaths: Set<String> {
    let pages = editions.flatMap(\.pages)
    return Set(pages.flatMap { [$0.picture?.path, $0.thumbnail?.path] }.compactMap(\.self))
  }
}

extension ProofEdition {
  /// True if all but the content of its pages is the same.
  fileprivate func hasSameFrame(as other: ProofEdition) -> Bool {
    pageCount == other.pageCount && spreads == other.spreads && outline == other.outline
      && failure == other.failure && pages.map(\.index) == other.pages.map(\.index)
  }
}

extension ServerSentEvent {
  /// An event with one object of JSON.
  fileprivate init(_ name: String, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(members)
    self.init(name, data: String(decoding: json.bytes, as: UTF8.self))
  }
}
