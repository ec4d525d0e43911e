import RectoPageModel

/// The criteria and the area for comparing pages.
public struct ComparisonOptions: Sendable, Hashable {
  public var comparison: Comparison
  public var area: ComparedArea

  public init(_ comparison: Comparison = .golden, area: ComparedArea = ComparedArea()) {
    self.comparison = comparison
    self.area = area
  }
}

/// The result of a comparison.
public struct ComparisonResult: Sendable, Hashable {
  public var verdict: Verdict
  /// The changes, tolerated ones included; empty for identical pages.
  public var changes: [Change] = []
  /// The number of pixels that differ; 0 if the sizes differ.
  public var pixels = 0
  /// The largest difference of a channel, from 0 to 255.
  public var largestDifference = 0

  /// True if the compared area has no difference at all.
  public var isSame: Bool { verdict.passes && changes.isEmpty }
}

extension PageSnapshot {
  /// Compares this page, the golden, with its current version. Everything is compared in pixels and
  /// words; nothing throws: pages that cannot be compared do not pass.
  public func compare(
    with current: PageSnapshot, _ options: ComparisonOptions = ComparisonOptions()
  ) -> ComparisonResult {
    let text = difference(from: current, options.area)
    guard picture.size == current.picture.size, picture.format == current.picture.format else {
      return unlike(current, text)
    }
    var candidate = current.picture
    if !options.area.isWhole, candidate !== picture {
      do throws(PageError) {
        candidate = try options.area.covered(candidate, like: picture, by: transform)
      } catch {
        return ComparisonResult(verdict: Verdict(passes: false, reason: error.message))
      }
    }
    // A bitmap cannot be lent twice at the same time.
    if candidate === picture { candidate = Bitmap(copying: candidate) }
    return PicturePair.lend(picture, candidate) { pair in
      result(pair, text, options.comparison)
    }
  }

  /// Nil unless both have text.
  private func difference(
    from current: PageSnapshot, _ area: ComparedArea
  ) -> TextDifference? {
    guard let before = text, let after = current.text else { return nil }
    guard before != after || !area.isWhole else { return TextDifference(before, before) }
    return TextDifference(area.words(of: before), area.words(of: after))
  }

  private func result(
    _ pair: PicturePair, _ text: TextDifference?, _ comparison: Comparison
  ) -> ComparisonResult {
    let whole = PixelBox(pair.size)
    let bounds = pair.bounds(in: whole)
    func box(_ rect: Rect) -> PixelBox? { PixelBox(transform.apply(rect), within: pair.size) }
    let changes = text.map {
      TextChanges($0, tolerance: TextTolerance(), by: transform, within: pair.size)
    }
    let covered = changes?.covered ?? []
    let placed = bounds == nil ? [] : text?.pairs.filter { $0.isWithin(TextTolerance()) } ?? []
    let isRedrawn = bounds.map {
      pair.isRedrawn(
        in: $0, words: placed.compactMap { box($0.golden.word.box) }, covered: covered)
    }
    let judge = Judge(
      pair: pair, scale: scale, bounds: bounds, text: text, isRedrawn: isRedrawn ?? false)
    var result = ComparisonResult(
      verdict: judge.verdict(comparison), changes: changes?.changes ?? [])
    guard let bounds else { return result }
    (result.pixels, result.largestDifference) = pair.count(in: bounds)
    let words = placed.compactMap { pair in
      box(pair.current.word.box).map { place in
        RegionClassifier.Word(
          text: pair.current.word.text, box: place,
          glyphs: pair.current.word.glyphs.compactMap(box))
      }
    }
    result.changes +=
      PictureChanges(
        pair, scale: scale, bounds: bounds, covered: covered, words: words,
        isRedrawn: judge.isRedrawn
      ).changes
    return result
  }

  /// Pictures that no metric can be asked about.
  private func unlike(_ current: PageSnapshot, _ text: TextDifference?) -> ComparisonResult {
    let (a, b) = (picture.size, current.picture.size)
    guard a != b else {
      return ComparisonResult(
        verdict: Verdict(passes: false, reason: "only one of the pictures is transparent"),
        changes: [Change(.redrawn, box: PixelBox(a))])
    }
    let size = Change(.size(from: a, to: b))
    var changes = [size]
    if let text {
      changes +=
        TextChanges(text, tolerance: TextTolerance(), by: transform, within: a).changes
    }
    return ComparisonResult(
      verdict: Verdict(passes: false, reason: size.kind.sentence), changes: changes)
  }
}

extension Bitmap {
  fileprivate convenience init(copying other: Bitmap) {
    self.init(size: other.size, format: other.format)
    other.withPixels { source in
      withPixels { $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
    }
  }
}
