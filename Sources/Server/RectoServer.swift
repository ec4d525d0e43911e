import RectoHTTP
import RectoPageModel
import RectoPipeline

/// Serves publications to reader front ends: a JSON API, the APIs of standards, and a reader for
/// browsers (docs/serve.md).
///
///     let server = try RectoServer(recto, sources: ["issues"])
///     print(server.url)
///     await server.stop()
public final class RectoServer: Sendable {
  private let http: HTTPServer
  let context: ServerContext

  /// The address, such as `http://127.0.0.1:8080`.
  public var url: String { http.url }
  /// The port that it listens on.
  public var port: Int { http.port }

  /// Scans the sources, which are files and folders, and begins to serve. With a cache in the
  /// engine, images have tags before they are made, and are made once. `now` is the clock by
  /// which folders are scanned again and waiting requests time out.
  ///
  /// Throws `notFound` or `unreadable` for a missing source, and `badRequest` for an address or a
  /// port that cannot be used.
  public init(
    _ recto: Recto, sources: [String],
    _ configuration: ServerConfiguration = ServerConfiguration(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(PageError) {
    let limits = configuration.limits
    let scheduler = WorkScheduler(
      WorkLimits(atOnce: limits.workAtOnce, waiting: limits.workWaiting),
      queueTimeout: .seconds(limits.waitingSeconds), now: now)
    let shelf = try Shelf(
      recto, roots: sources,
      library: configuration.newsstand.map { LibraryItems(reader: $0.reader) },
      keepingOpen: limits.openPublications, scheduler: scheduler, now: now)
    let metrics = Metrics(recto: recto, shelf: shelf, scheduler: scheduler)
    context = ServerContext(
      configuration: configuration, shelf: shelf, scheduler: scheduler, metrics: metrics,
      passwords: PasswordStore(now: now),
      images: PageImages(scheduler: scheduler, metrics: metrics, limits: limits),
      media: MediaStore(scheduler, limits, now: now))
    let chain = RequestChain(context, Self.services(context))
    do throws(HTTPError) {
      http = try HTTPServer(configuration.http) { await chain.response(to: $0) }
    } catch {
      throw PageError(.badRequest, error.message)
    }
  }

  /// The parts of the site; their routes are tried in this order.
  static func services(_ context: ServerContext) -> [any Service] {
    let configuration = context.configuration
    var services: [any Service] = [
      HealthService(context), FileService(context), PublicationsService(context),
      NewsstandService(configuration), PushService(configuration), StoreService(configuration),
      ImageAPIService(context), PresentationService(context), ContentSearchService(context),
      WebPubService(context), OPDS2Service(context), OPDS1Service(context),
      PageStreamService(context), TextService(context), ReaderService(context),
    ]
    if let store = configuration.store { services.append(PublishedStoreService(store)) }
    return services
  }

  /// A sentence for each source that was left out.
  public var warnings: [String] {
    get async { await context.shelf.warnings() }
  }

  /// Stops taking requests, finishes those in progress within `grace`, and cancels the others.
  public func stop(grace: Duration = .seconds(5)) async {
    context.shelf.close()
    await http.stop(grace: grace)
    context.shelf.discard()
    await context.configuration.accessLog?.flush()
  }
}
