import PageModel

/// What changed in a picture, region by region.
struct PictureChanges {
  private(set) var changes: [Change] = []

  /// The side of the squares by which differences are gathered.
  static let cell = 8
  /// More regions than these are described in one.
  private static let mostRegions = 200

  /// - Parameters:
  ///   - bounds: All that differs.
  ///   - covered: Where it is known why.
  ///   - words: Boxes of words, in pixels, that stand in both pages at the same place.
  init(
    _ pair: PicturePair, bounds: PixelBox, covered: [PixelBox], words: [RegionClassifier.Word]
  ) {
    var grid = pair.cells(in: bounds, side: Self.cell)
    for box in covered {
      for cell in grid.cells(box) { grid.counts[cell] = 0 }
    }
    var regions = grid.regions(within: pair.size)
    if regions.count > Self.mostRegions, let first = regions.first {
      regions = [regions.dropFirst().reduce(first) { $0.union($1) }]
    }
    let classifier = RegionClassifier(pair: pair, words: words)
    let found = regions.compactMap { region in
      pair.bounds(in: region).map { Change(classifier.classify($0), box: $0) }
    }
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
