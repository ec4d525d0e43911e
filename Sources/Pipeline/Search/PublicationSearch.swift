import RectoPageModel

/// Searches the pages of a publication in order, as they arrive.
///
/// Each page's text is searched as a whole. Text that continues past a seam (the end of a page, or
/// content between two parts of a text) is searched three times: unchanged, without page furniture,
/// and body text only, so that a running head, a note or a caption does not split a phrase.
struct PublicationSearch: Sendable {
  let folding: TextFolding
  let matcher: any TextMatcher
  /// The spreads by the lower index of their pages.
  private let spreadsByFirstPage: [Int: Spread]
  private var furniture = PageFurniture()
  /// The pages that were added and are not yet searched.
  private var pages: [SearchedPage] = []
  /// The places of hits so far.
  private var taken: Set<TextPlace> = []

  /// The number of pages that are read after the one that is searched: running heads are
  /// recognized by recurring on several.
  static let lookahead = 6
  /// Characters of a page that are searched over seams.
  private static let mostSeamText = 1_000_000

  init(
    _ search: TextSearch, pages: Int, spreads: [Spread] = []
  ) throws(PageError) {
    folding = search.folding
    matcher = try search.matcher(pages: pages)
    var facing: [Int: Spread] = [:]
    for spread in spreads {
      if let left = spread.left, let right = spread.right { facing[min(left, right)] = spread }
    }
    spreadsByFirstPage = facing
  }

  mutating func add(_ page: SearchedPage) {
    furniture.add(page.margins)
    pages.append(page)
  }

  /// The hits that begin on the next of the pages that were added, or over its gutter.
  mutating func next() throws(PageError) -> [TextSearch.Hit] {
    guard let page = pages.first else { return [] }
    var found: [(start: TextPlace, hit: TextSearch.Hit)] = []
    let whole = TextFlow(page.lines)
    for match in try matcher.matches(in: whole, from: 0, over: nil) {
      take(match, in: whole, into: &found) { _ in true }
    }
    try searchSeams(of: page, into: &found)
    try searchGutter(of: page, into: &found)
    pages.removeFirst()
    taken = taken.filter { $0.page > page.page }
    found.sort { $0.start < $1.start }
    return found.map(\.hit)
  }

  // MARK: Seams

  private mutating func searchSeams(
    of page: SearchedPage, into found: inout [(start: TextPlace, hit: TextSearch.Hit)]
  ) throws(PageError) {
    var budget = Self.mostSeamText
    var lastCount: Int?
    for reading in Reading.allCases {
      let own = lines(of: page, reading)
      // A reading that leaves out no more than the previous one would repeat it.
      defer { lastCount = own.count }
      if own.count == lastCount, reading != .whole, !hasOtherFollowers(of: page, reading) {
        continue
      }
      for index in own.indices {
        let isLast = index == own.count - 1
        let isSeam = isLast || reading != .whole && own[index + 1].block > own[index].block + 1
        guard isSeam, isLast || budget > 0 else { continue }
        let head = head(behind: index, of: own, page, reading)
        guard !head.isEmpty else { continue }
        var flow = TextFlow(tail(upTo: index, of: own))
        let seam = flow.elements.count
        for line in head { flow.append(line) }
        budget -= flow.elements.count
        // After the last known hit, so that none begins within it.
        let first = (0..<seam).last { flow.place($0).map(taken.contains) ?? false }
        for match in try matcher.matches(in: flow, from: first.map { $0 + 1 } ?? 0, over: seam) {
          take(match, in: flow, into: &found) { _ in true }
        }
      }
    }
  }

  /// The part of the pages that is read across a seam.
  private enum Reading: CaseIterable {
    case whole, withoutFurniture, body
  }

  private func lines(of page: SearchedPage, _ reading: Reading) -> [FlowLine] {
    switch reading {
    case .whole: return page.lines
    case .withoutFurniture, .body:
      let isLeftOut = page.blocks.indices.map { index in
        furniture.contains(page.blocks[index], ofPage: page.page, size: page.size)
          || reading == .body && !page.isBody[index]
      }
      return page.lines.filter { !isLeftOut[$0.block] }
    }
  }

  /// True if parts of the next page are left out.
  private func hasOtherFollowers(of page: SearchedPage, _ reading: Reading) -> Bool {
    guard let next = follower(of: page) else { return false }
    return lines(of: next, reading).count < next.lines.count
  }

  private func follower(of page: SearchedPage) -> SearchedPage? {
    pages.first { $0.page == page.page + 1 }
  }

  /// The lines before a seam that a match across it can reach.
  private func tail(upTo index: Int, of lines: [FlowLine]) -> ArraySlice<FlowLine> {
    var first = index
    var count = lines[index].folded.count
    while first > 0, count < matcher.reach + TextSearch.contextLength {
      first -= 1
      count += lines[first].folded.count
    }
    return lines[first...index]
  }

  /// The lines after a seam that such a match can reach, also on later pages.
  private func head(
    behind index: Int, of lines: [FlowLine], _ page: SearchedPage, _ reading: Reading
  ) -> [FlowLine] {
    var head: [FlowLine] = []
    var count = 0
    func add(_ lines: some Sequence<FlowLine>) {
      for line in lines {
        guard count < matcher.reach + TextSearch.contextLength else { return }
        head.append(line)
        count += line.folded.count
      }
    }
    add(lines[(index + 1)...])
    var last = page
    while count < matcher.reach + TextSearch.contextLength, let next = follower(of: last) {
      add(self.lines(of: next, reading))
      last = next
    }
    return head
  }

  // MARK: The gutter

  private mutating func searchGutter(
    of page: SearchedPage, into found: inout [(start: TextPlace, hit: TextSearch.Hit)]
  ) throws(PageError) {
    guard let spread = spreadsByFirstPage[page.page], let other = follower(of: page) else { return }
    let isLeft = spread.left == page.page
    let flow = GutterLines(left: isLeft ? page : other, right: isLeft ? other : page).flow
    for match in try matcher.matches(in: flow, from: 0, over: nil) {
      take(match, in: flow, into: &found) { !$0.continued.isEmpty }
    }
  }

  // MARK: Hits

  /// Makes a hit of a match, unless a hit is already there.
  private mutating func take(
    _ match: TextMatch, in flow: TextFlow,
    into found: inout [(start: TextPlace, hit: TextSearch.Hit)],
    where isWanted: (TextSearch.Hit) -> Bool
  ) {
    let places = match.range.compactMap { flow.place($0) }
    guard let start = places.first, !places.contains(where: taken.contains) else { return }
    let parts = flow.parts(match.range, keepsHyphens: match.keepsHyphens)
    guard let first = parts.first else { return }
    let context = flow.context(match.range, TextSearch.contextLength)
    let hit = TextSearch.Hit(
      page: first.page, quads: first.quads, continued: Array(parts.dropFirst()),
      text: flow.text(match.range, keepsHyphens: match.keepsHyphens),
      before: context.before, after: context.after)
    guard isWanted(hit) else { return }
    taken.formUnion(places)
    found.append((start, hit))
  }
}
