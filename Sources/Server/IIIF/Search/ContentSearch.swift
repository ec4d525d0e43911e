import RectoPageModel
import RectoPipeline

/// The hits of a search in a publication, a page at a time.
struct ContentSearch: Sendable {
  /// A hit with the parts of canvases on which it stands: one for each line that it touches.
  struct PlacedHit: Sendable {
    struct Area: Sendable {
      let page: Int
      let area: CanvasArea
    }

    /// Among all hits, from 0.
    let number: Int
    let hit: TextSearch.Hit
    let areas: [Area]
  }

  /// The client's query.
  let words: String
  /// The page of hits, from 0.
  let number: Int
  let hits: [PlacedHit]
  /// True if there are hits after these.
  let hasMore: Bool
  /// The number of all hits, if the whole publication was searched.
  let total: Int?
  /// Parameters of the request that are not known here; the specifications want them told.
  let ignored: [String]
  let record: PublicationRecord
  let links: SiteLinks

  static let hitsPerPage = 100
  /// The maximum number of hits: a word on every line is not a useful query.
  static let maximumHits = 10_000

  /// The last page of hits, where it is known.
  var lastNumber: Int? { total.map { max(0, ($0 - 1) / Self.hitsPerPage) } }

  /// The index of this page's first hit among all.
  var startIndex: Int { number * Self.hitsPerPage }
}

extension ContentSearch {
  /// Looks through the pages in their order, as far as it has to. A page that cannot be read is
  /// passed over.
  ///
  /// Throws `badRequest` for an empty query, `busy` and `cancelled`.
  init(
    _ words: String, number: Int, in publication: OpenPublication, of record: PublicationRecord,
    ignored: [String], _ links: SiteLinks
  ) async throws(PageError) {
    let search = try TextSearch(words)
    let start = number * Self.hitsPerPage
    let end = start + Self.hitsPerPage
    var found: [TextSearch.Hit] = []
    var count = 0
    var isWhole = true
    let pages = publication.hits(of: search, .neighbor).makeAsyncIterator()
    while let page = try await pages.next() {
      let hits = try page.result.ofReadablePage() ?? []
      for hit in hits {
        if (start..<end).contains(count) { found.append(hit) }
        count += 1
      }
      if count > end {
        isWhole = false
        break
      }
    }
    hits = try await Self.placed(found, from: start, in: publication)
    hasMore = count > end && end < Self.maximumHits
    total = isWhole ? count : nil
    self.words = words
    self.number = number
    self.ignored = ignored
    self.record = record
    self.links = links
  }

  private static func placed(
    _ hits: [TextSearch.Hit], from start: Int, in publication: OpenPublication
  ) async throws(PageError) -> [PlacedHit] {
    var grids: [Int: CanvasGrid] = [:]
    var placed: [PlacedHit] = []
    for (offset, hit) in hits.enumerated() {
      var areas: [PlacedHit.Area] = []
      for part in hit.parts {
        let grid: CanvasGrid
        if let known = grids[part.page] {
          grid = known
        } else {
          grid = CanvasGrid(try await publication.facts(ofPage: part.page))
          grids[part.page] = grid
        }
        areas += part.quads.compactMap { grid.area(of: $0) }.map {
          PlacedHit.Area(page: part.page, area: $0)
        }
      }
      placed.append(PlacedHit(number: start + offset, hit: hit, areas: areas))
    }
    return placed
  }
}

extension ContentSearch {
  /// A version of the protocol, with its URL.
  struct Place: Sendable {
    /// The URL of the service, without a query.
    let service: String
    /// The items of the query, without `page`.
    let query: String

    /// A page of hits, from 0.
    func page(_ number: Int) -> String { "\(service)?\(query)&page=\(number)" }

    /// The annotation of a part of a hit.
    func annotation(_ hit: PlacedHit, _ part: Int) -> String {
      "\(service)/annotation/\(query)/\(hit.number)-\(part)"
    }
  }

  func place(_ service: String) -> Place {
    Place(service: service, query: "q=\(Locator.href(ofPath: words))")
  }

  /// The target of a part of a hit.
  func target(_ area: PlacedHit.Area) -> String {
    "\(links.iiifCanvas(record.item.id, area.page))#\(area.area.fragment)"
  }
}
