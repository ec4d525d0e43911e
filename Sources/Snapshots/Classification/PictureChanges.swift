import RectoPageModel

/// The changes in a picture, region by region.
struct PictureChanges {
  private(set) var changes: [Change] = []

  /// The side of the squares by which differences are gathered.
  static let cell = 8
  /// The maximum number of regions that are described one by one.
  private static let mostRegions = 200
  /// Doubtful pixels that make a change of a page which another rasterizer drew, at 150 dpi; where
  /// pixels are smaller, those of as large an area.
  private static let leastUnexplained = 3.0

  /// - Parameters:
  ///   - bounds: The box of all differences.
  ///   - covered: Areas whose differences are explained.
  ///   - scale: Pixels per point.
  ///   - words: Boxes of words, in pixels, that are at the same place in both pages.
  ///   - isRedrawn: True if differences that another rasterizer explains are ignored; see
  ///     `PicturePair.isRedrawn`.
  init(
    _ pair: PicturePair, scale: Double, bounds: PixelBox, covered: [PixelBox],
    words: [RegionClassifier.Word], isRedrawn: Bool
  ) {
    let classifier = RegionClassifier(pair: pair, words: words)
    func regions(_ cells: CellGrid, holding least: Int = 1) -> [PixelBox] {
      var grid = cells
      for cell in covered.flatMap(grid.cells) { grid.counts[cell] = 0 }
      let regions = grid.regions(within: pair.size, holding: least)
      guard regions.count > Self.mostRegions, let first = regions.first else { return regions }
      return [regions.dropFirst().reduce(first) { $0.union($1) }]
    }
    let differing = regions(pair.cells(in: bounds, side: Self.cell))
      .compactMap(pair.bounds(in:))
    guard isRedrawn, !differing.isEmpty else {
      add(differing.map { Change(classifier.classify($0), box: $0) })
      return
    }
    if covered.isEmpty, let kind = classifier.shifted(bounds) {
      changes = [Change(kind, box: bounds)]
      return
    }
    let magnification = min(max(1, scale * 72 / 150), 1000)
    for box in differing {
      if let kind = classifier.systematic(box, magnification) { add(Change(kind, box: box)) }
    }
    let tiles = MovedTiles(pair, magnification: magnification, bounds: bounds, covered: covered)
    if let change = tiles.change, let box = change.box, !isTold(box) { add(change) }
    let unexplained = regions(
      pair.unexplainedCells(in: bounds, side: Self.cell),
      holding: Int((Self.leastUnexplained * magnification * magnification).rounded()))
    for box in unexplained.compactMap(pair.bounds(in:)) where !isTold(box) {
      add(Change(classifier.classifyRedrawn(box), box: box))
    }
    if changes.isEmpty, let kind = InkColor.change(in: pair, bounds) {
      changes = [Change(kind, box: bounds)]
    }
    if changes.isEmpty { changes = [Change(.antialiasing, box: bounds)] }
  }

  private func isTold(_ box: PixelBox) -> Bool {
    changes.contains { $0.box?.overlaps(box) ?? false }
  }

  private mutating func add(_ found: [Change]) {
    let specks = found.reduce(0) { sum, change in
      if case .speck(let pixels) = change.kind { sum + pixels } else { sum }
    }
    for change in found {
      var kind = change.kind
      if case .speck = kind { kind = .speck(pixels: specks) }
      add(Change(kind, box: change.box))
    }
  }

  /// Joins it to one of the same kind.
  private mutating func add(_ change: Change) {
    if let index = changes.firstIndex(where: { $0.kind == change.kind }) {
      if let a = changes[index].box, let b = change.box { changes[index].box = a.union(b) }
    } else {
      changes.append(change)
    }
  }
}
