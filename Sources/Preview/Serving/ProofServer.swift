import RectoHTTP
import RectoPageModel
import RectoPipeline

/// Serves a proof to browsers of this machine, and keeps it up to date with its source.
///
///     let server = try await ProofServer(maker, watching: .folder("issue", isDeep: true))
///     print(server.url)
///     try await server.run()
public final class ProofServer: Sendable {
  /// The files that are watched for changes.
  public enum Scope: Sendable {
    /// One file, by its path; others beside it do not matter. Where it is a link, its target is
    /// watched too. Links in the path are watched in all cases.
    case file(String)
    /// The same file, and all others beside it.
    case filesBeside(String)
    /// The files of a folder, and with `isDeep` of those below it.
    case folder(String, isDeep: Bool)
  }

  private let proof: LiveProof
  private let watch: SourceWatch
  private let server: HTTPServer

  /// The address of the proof.
  public var url: String { server.url + "/" }
  /// The failures when it was first made.
  public var failures: [ProofFailure] { proof.failures }

  /// Makes the proof, and begins to serve it on a port; 0 selects any free one.
  ///
  /// Throws `badRequest` for a port that cannot be used, `limit`, `cannotWrite`, and what opening
  /// the source throws.
  public init(
    _ maker: ProofMaker, watching scope: Scope, port: Int = 0,
    onEvent: @Sendable (ProofMaker.Event) -> Void = { _ in }
  ) async throws(PageError) {
    // Watching begins first: a save while the proof is made counts too.
    watch = try SourceWatch(scope)
    let proof = try await LiveProof(maker, onEvent: onEvent)
    self.proof = proof
    var configuration = HTTPConfiguration()
    configuration.port = port
    do throws(HTTPError) {
      server = try HTTPServer(configuration) { proof.response(to: $0) }
    } catch {
      throw PageError(.badRequest, error.message)
    }
  }

  /// Makes the proof again whenever the source changes, until the task is cancelled; then its
  /// files are removed.
  ///
  /// Throws `cannotWrite` if the disk is full.
  public func run() async throws(PageError) {
    var failure: PageError?
    var preflight: Task<Void, Never>?
    for await _ in watch.changes {
      // A new save takes precedence.
      preflight?.cancel()
      await preflight?.value
      do throws(PageError) {
        let publication = try await proof.refresh()
        // A disk that is full is told of at the next save.
        preflight = publication.map { publication in
          Task { [proof] in try? await proof.examine(publication) }
        }
      } catch {
        if error.code != .cancelled { failure = error }
        break
      }
    }
    preflight?.cancel()
    await preflight?.value
    await server.stop(grace: .milliseconds(500))
    proof.remove()
    if let failure { throw failure }
  }
}
