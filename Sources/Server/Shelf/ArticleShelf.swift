import Glibc
import RectoPageModel
import RectoPipeline
import Synchronization

/// Articles as items of their own: each is saved as a story with its pictures, which can be laid
/// out on pages of any size like any other story.
///
/// An article's id is that of its publication, `~` and its index; no other id has a `~`.
final class ArticleShelf: Sendable {
  private struct Key: Hashable {
    let publication: String
    let version: String
    let index: Int
  }

  private struct State {
    /// Made with the first article.
    var folder: String?
    var items: [Key: ShelfItem] = [:]
    /// The most recently used one is at the end.
    var order: [Key] = []
    var lastNumber = 0
    var isClosed = false
  }

  /// The number of articles that are kept, each of some megabytes on disk.
  private static let capacity = 32

  private let articles: ArticleStore
  private let opened: OpenShelf
  private let scheduler: WorkScheduler
  private let state = Mutex(State())
  private let work = SharedWork<Key, ShelfItem>()

  init(_ articles: ArticleStore, _ opened: OpenShelf, _ scheduler: WorkScheduler) {
    self.articles = articles
    self.opened = opened
    self.scheduler = scheduler
  }

  /// The id of an article.
  static func id(of index: Int, in publication: String) -> String { "\(publication)~\(index)" }

  /// The publication and the index in an article's id; nil for other ids.
  static func parts(of id: String) -> (publication: String, index: Int)? {
    guard let mark = id.lastIndex(of: "~"), let index = Int(id[id.index(after: mark)...]),
      index >= 0, Self.id(of: index, in: String(id[..<mark])) == id
    else { return nil }
    return (String(id[..<mark]), index)
  }

  /// The article of a publication, which is saved first if necessary.
  ///
  /// Throws `notFound` for an unknown index, and the errors of opening.
  func item(_ index: Int, of item: ShelfItem) async throws(PageError) -> ShelfItem {
    let key = Key(publication: item.id, version: item.version, index: index)
    if let known = known(key) { return known }
    return try await work.value(for: key) { [self] () async throws(PageError) in
      if let known = known(key) { return known }
      let publication = try await opened.open(item, LayoutOptions())
      let articles = try await articles.articles(of: item, LayoutOptions(), in: publication)
      guard articles.indices.contains(index) else {
        throw PageError(.notFound, noSuch("article", index, of: articles.count, from: 0))
      }
      let article = articles[index]
      let place = try newPlace()
      _ = try await scheduler.run(.export) { () async throws(PageError) in
        try await publication.save(article, in: place, RequestOptions(.export))
      }
      guard let state = SourceState(place) else {
        throw PageError(.cannotWrite, "the article was not kept: try again")
      }
      let made = ShelfItem(
        id: Self.id(of: index, in: item.id), path: place, name: article.title,
        byteCount: state.byteCount, modified: state.modified, version: state.version)
      keep(made, key)
      return made
    }
  }

  /// Removes the saved articles.
  func close() {
    let folder = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.folder
    }
    if let folder { removeTree(folder) }
  }

  deinit { close() }

  private func known(_ key: Key) -> ShelfItem? {
    state.withLock { state in
      guard let item = state.items[key] else { return nil }
      state.order.removeAll { $0 == key }
      state.order.append(key)
      return item
    }
  }

  private func keep(_ item: ShelfItem, _ key: Key) {
    let dropped: [ShelfItem] = state.withLock { state in
      guard !state.isClosed else { return [item] }
      state.items[key] = item
      state.order.append(key)
      var dropped: [ShelfItem] = []
      while state.order.count > Self.capacity {
        if let item = state.items.removeValue(forKey: state.order.removeFirst()) {
          dropped.append(item)
        }
      }
      return dropped
    }
    for item in dropped { removeTree(item.path) }
  }

  /// A path for a new folder. Throws `cannotWrite`. Calls `realpath`.
  private func newPlace() throws(PageError) -> String {
    let result: Result<String, PageError> = state.withLock { state in
      do throws(PageError) {
        guard !state.isClosed else { throw PageError(.cancelled, "the server is shutting down") }
        let folder: String
        if let known = state.folder {
          folder = known
        } else {
          let made = try makeUniqueFolder("\(temporaryFolder)/recto-articles-")
          // Served paths must not contain links.
          let real = realpath(made, nil)
          defer { free(real) }
          folder = real.map { String(cString: $0) } ?? made
          state.folder = folder
        }
        state.lastNumber += 1
        return .success("\(folder)/\(state.lastNumber)")
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
