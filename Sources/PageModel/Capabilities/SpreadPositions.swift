import RectoJSON

extension RequestKind {
  /// The positions in spreads of the pages from the index on, at most `mostSpreadPositions`: an
  /// array of `SpreadPosition`. For a publication whose pages are counted. Workers are asked,
  /// plugins never.
  public static let spreadPositions = RequestKind(
    19, "spread_positions", subject: { "the spreads from page \($0.index &+ 1) on" },
    goal: { _ in .whole },
    answer: { request, publication in
      let first = min(max(0, request.index), publication.pageCount)
      let pages = (first..<publication.pageCount).prefix(mostSpreadPositions)
      var json = JSONWriter()
      json.array(publication.spreadPositions(ofPages: pages)) { $0.value($1.rawValue) }
      return json.bytes
    })

  /// The maximum number of positions in an answer: a request has the time that one page has.
  static let mostSpreadPositions = 100
}

extension Publication {
  public func spreadPosition(ofPage index: Int) -> SpreadPosition {
    (try? page(at: index))?.spreadPosition ?? .automatic
  }

  public func spreadPositions(ofPages pages: Range<Int>) -> [SpreadPosition] {
    pages.map { spreadPosition(ofPage: $0) }
  }
}

extension ChannelPublication {
  /// Asks another process once for many pages. Pages of which it gives no answer are asked for one
  /// by one.
  public func spreadPositions(ofPages pages: Range<Int>) -> [SpreadPosition] {
    var positions: [SpreadPosition] = []
    while positions.count < pages.count {
      let rest = pages.dropFirst(positions.count).prefix(RequestKind.mostSpreadPositions)
      let found: [SpreadPosition] =
        isProcess ? (try? ask(.spreadPositions, index: rest.lowerBound)) ?? [] : []
      positions +=
        found.count >= rest.count
        ? Array(found.prefix(rest.count)) : rest.map { spreadPosition(ofPage: $0) }
    }
    return positions
  }
}
