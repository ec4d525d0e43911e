import RectoPageModel

/// Applies comparisons to two pictures of the same size.
struct Judge {
  let pair: PicturePair
  /// Pixels per point.
  let scale: Double
  /// The box of all differences; nil if there are none.
  let bounds: PixelBox?
  /// The differences of the texts; nil unless both pages have text.
  let text: TextDifference?
  /// See `PicturePair.isRedrawn`.
  let isRedrawn: Bool

  func verdict(_ comparison: Comparison) -> Verdict {
    switch comparison {
    case .exact: exact()
    case .fuzz(let fuzz): fuzzy(fuzz)
    case .perceptual(let perception): perceptual(perception)
    case .density(let density): dense(density)
    case .similarity(let similarity): similar(similarity)
    case .rasterization: rasterization()
    case .text(let tolerance):
      text?.verdict(tolerance)
        ?? Verdict(passes: false, reason: "the text of both pages is needed for the comparison")
    case .all(let parts): all(parts)
    case .any(let parts): any(parts)
    }
  }

  private static let same = Verdict(passes: true, reason: "the pictures are the same")

  private func exact() -> Verdict {
    guard let bounds else { return Self.same }
    let (pixels, largest) = pair.count(in: bounds)
    return Verdict(passes: false, reason: "\(pixels) pixels differ, by \(largest) of 255 at most")
  }

  private func fuzzy(_ fuzz: Fuzz) -> Verdict {
    let (pixels, largest) = bounds.map { pair.count(in: $0) } ?? (0, 0)
    return Verdict(
      passes: fuzz.maxDifference.contains(largest) && fuzz.totalPixels.contains(pixels),
      reason: "maxDifference=\(largest);totalPixels=\(pixels), and it may be \(fuzz.description)")
  }

  private func perceptual(_ perception: Perception) -> Verdict {
    guard let bounds else { return Self.same }
    let seen = pair.perceive(
      in: bounds, threshold: perception.threshold,
      countsAntialiasing: perception.countsAntialiasing)
    return Verdict(
      passes: seen.pixels <= perception.pixels,
      reason: "\(seen.pixels) pixels are seen to differ, and \(perception.pixels) may")
  }

  private func dense(_ density: Density) -> Verdict {
    guard let bounds else { return Self.same }
    let side = max(1, density.window / 2)
    let densest = pair.perceivedCells(in: bounds, threshold: density.threshold, side: side).densest
    let share = Double(densest) / Double(4 * side * side)
    return Verdict(
      passes: share <= density.share,
      reason: "\((share * 100).brief) % of a window of \(2 * side) pixels differ, and "
        + "\((density.share * 100).brief) % may")
  }

  private func similar(_ similarity: Similarity) -> Verdict {
    guard let bounds else { return Self.same }
    let found = pair.similarity(in: bounds)
    return Verdict(
      passes: found.mean >= similarity.mean && found.lowest >= similarity.lowest,
      reason: "the similarity is \(found.mean.fine), at least \(found.lowest.fine), and must be "
        + "\(similarity.mean.fine), at least \(similarity.lowest.fine)")
  }

  private func all(_ parts: [Comparison]) -> Verdict {
    let verdicts = parts.map(verdict)
    let failed = verdicts.filter { !$0.passes }
    let shown = failed.isEmpty ? verdicts : failed
    return Verdict(
      passes: failed.isEmpty, reason: shown.map(\.reason).joined(separator: "; "))
  }

  private func any(_ parts: [Comparison]) -> Verdict {
    var reasons: [String] = []
    for part in parts {
      let verdict = verdict(part)
      if verdict.passes { return verdict }
      reasons.append(verdict.reason)
    }
    return Verdict(passes: false, reason: reasons.joined(separator: "; "))
  }
}

extension Double {
  /// With five decimals at most.
  fileprivate var fine: String { "\((self * 100_000).rounded() / 100_000)" }
}
