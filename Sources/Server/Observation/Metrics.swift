import RectoHTTP
import RectoPipeline
import Synchronization

/// The server's metrics, for monitoring.
final class Metrics: Sendable {
  private struct Outcome: Hashable {
    let route: String
    let status: Int
  }

  private struct State {
    var requests: [Outcome: Int] = [:]
    var latencies: [String: Histogram] = [:]
    var renders = Histogram()
    var failedRenders = 0
    var cancelledRenders = 0
    var sentBytes = 0
    var inFlight = 0
  }

  private let recto: Recto
  private let shelf: Shelf
  private let scheduler: WorkScheduler
  private let began = ContinuousClock.now
  private let state = Mutex(State())

  init(recto: Recto, shelf: Shelf, scheduler: WorkScheduler) {
    self.recto = recto
    self.shelf = shelf
    self.scheduler = scheduler
  }

  func begin() { state.withLock { $0.inFlight += 1 } }

  func end(_ exchange: ObservedExchange) {
    let status = exchange.response.status.rawValue
    let bytes = exchange.byteCount ?? 0
    state.withLock { state in
      let outcome = Outcome(route: exchange.route, status: status)
      state.inFlight -= 1
      state.requests[outcome, default: 0] += 1
      state.latencies[exchange.route, default: Histogram()].add(exchange.seconds)
      state.sentBytes += bytes
    }
  }

  enum RenderOutcome: Sendable { case made, failed, cancelled }

  /// An image that no cache had.
  func rendered(_ outcome: RenderOutcome, in duration: Duration) {
    state.withLock { state in
      switch outcome {
      case .made: state.renders.add(duration.seconds)
      case .failed: state.failedRenders += 1
      case .cancelled: state.cancelledRenders += 1
      }
    }
  }

  /// In Prometheus' text format, version 0.0.4.
  func exposition() async -> String {
    let state = state.withLock { $0 }
    let work = scheduler.counts
    let opened = shelf.opened.counts
    var text = Exposition()
    text.gauge(
      "recto_uptime_seconds", "Seconds since the start", (ContinuousClock.now - began).seconds)
    text.header("recto_http_requests_total", "counter", "Requests that were answered")
    for (outcome, count) in state.requests.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      text.sample(
        "recto_http_requests_total",
        [("route", outcome.route), ("status", "\(outcome.status)")], Double(count))
    }
    text.header(
      "recto_http_request_seconds", "histogram", "Time until an answer was ready to be sent")
    for (route, histogram) in state.latencies.sorted(by: { $0.key < $1.key }) {
      text.histogram("recto_http_request_seconds", [("route", route)], histogram)
    }
    text.gauge("recto_http_in_flight", "Requests that are being answered", state.inFlight)
    text.counter("recto_http_sent_bytes_total", "Bytes of bodies", state.sentBytes)
    text.header("recto_render_seconds", "histogram", "Time that images took that were not cached")
    text.histogram("recto_render_seconds", [], state.renders)
    text.counter(
      "recto_render_failures_total", "Images that could not be made", state.failedRenders)
    text.counter(
      "recto_render_cancelled_total", "Images that clients did not wait for",
      state.cancelledRenders)
    text.gauge("recto_work_running", "Work that workers are asked to do now", work.working)
    text.gauge("recto_work_waiting", "Work that waits for its turn", work.waiting)
    text.gauge("recto_publications", "Publications on the shelf", await shelf.items().count)
    text.gauge("recto_publications_open", "Publications that are open", opened.open)
    text.counter("recto_publication_openings_total", "Publications opened", opened.openings)
    text.counter(
      "recto_worker_endings_total", "Workers that crashed, hung or were killed",
      recto.endedWorkers)
    text.counter(
      "recto_substituted_images_total",
      "Images that another engine drew",
      recto.substitutedImages)
    if let cache = recto.cache?.statistics {
      text.header("recto_cache_hits_total", "counter", "Images that a cache had")
      text.sample("recto_cache_hits_total", [("store", "memory")], Double(cache.memoryHits))
      text.sample("recto_cache_hits_total", [("store", "disk")], Double(cache.diskHits))
      text.counter("recto_cache_misses_total", "Images that no cache had", cache.misses)
      text.counter("recto_cache_joined_total", "Images shared by concurrent requests", cache.joined)
      text.counter("recto_cache_evicted_total", "Images removed for room on disk", cache.evicted)
      text.gauge("recto_cache_memory_bytes", "Bytes of images in memory", cache.memory.bytes)
    }
    return text.text
  }
}
