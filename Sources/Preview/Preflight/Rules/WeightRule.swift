import RectoPageModel

/// Pages whose pictures take long to load and to draw.
struct WeightRule: PreflightRule {
  static let weight = PreflightRuleKind(
    "page-weight", "The pictures of a page are heavier than its budget",
    advice: "Save the pictures smaller, or with more compression")

  let kinds = [weight]
  let needs: Set<PageNeed> = [.images]

  private struct Picture: Hashable {
    var pixels: PixelSize?
    var bytes: Int?
  }

  /// A picture that stands on the page more than once is loaded once: those of the same size in
  /// pixels and bytes are taken for one.
  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    let pictures = Set(page.images.map { Picture(pixels: $0.pixelSize, bytes: $0.byteCount) })
    let bytes = sum(pictures.map { $0.bytes ?? 0 })
    let pixels = sum(
      pictures.map { picture in
        picture.pixels.map { $0.width.multipliedReportingOverflow(by: $0.height).partialValue } ?? 0
      })
    var found: [Observation] = []
    if bytes > limits.pageBytes {
      found.append(
        Observation(
          Self.weight, page: page.index,
          "the pictures of the page take \(mebibytes(bytes)) MiB; the budget is "
            + "\(mebibytes(limits.pageBytes))"))
    }
    if pixels > limits.pagePixels {
      found.append(
        Observation(
          Self.weight, page: page.index,
          "the pictures of the page have \(millions(pixels)) megapixels; the budget is "
            + "\(millions(limits.pagePixels))"))
    }
    return found
  }

  /// The sum without overflow: sizes in a source may be arbitrarily large.
  private func sum(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { total, number in
      let (result, isTooLarge) = total.addingReportingOverflow(max(0, number))
      return isTooLarge ? .max : result
    }
  }

  private func mebibytes(_ bytes: Int) -> String { brief(Double(bytes) / Double(1 << 20)) }
  private func millions(_ pixels: Int) -> String { brief(Double(pixels) / 1e6) }
}
