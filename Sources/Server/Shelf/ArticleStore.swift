import RectoPageModel
import RectoPipeline
import Synchronization

/// Keeps the articles of the publications that were read last, since finding them reads every page.
final class ArticleStore: Sendable {
  private struct Key: Hashable {
    let version: String
    let layout: LayoutOptions
  }

  private struct State {
    var articles: [Key: [Article]] = [:]
    /// The one that was used last is at the end.
    var order: [Key] = []

    mutating func use(_ key: Key) -> [Article]? {
      if let place = order.firstIndex(of: key) { order.append(order.remove(at: place)) }
      return articles[key]
    }
  }

  /// The number of publications whose articles are kept, at some megabytes each.
  private static let capacity = 4

  private let scheduler: WorkScheduler
  private let state = Mutex(State())
  private let work = SharedWork<Key, [Article]>()

  init(_ scheduler: WorkScheduler) {
    self.scheduler = scheduler
  }

  func articles(
    of item: ShelfItem, _ layout: LayoutOptions, in publication: OpenPublication
  ) async throws(PageError) -> [Article] {
    let key = Key(version: item.version, layout: layout)
    if let known = state.withLock({ $0.use(key) }) { return known }
    return try await work.value(for: key) { [self] () async throws(PageError) in
      let made = try await scheduler.run(.export, .pages(publication.pageCount)) {
        () async throws(PageError) in
        try await publication.articles(.export)
      }
      state.withLock { state in
        state.order.removeAll { $0 == key }
        state.order.append(key)
        state.articles[key] = made
        while state.order.count > Self.capacity {
          state.articles[state.order.removeFirst()] = nil
        }
      }
      return made
    }
  }
}
