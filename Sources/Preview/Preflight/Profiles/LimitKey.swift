import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The limits of a profile by their names in its file.
enum LimitKey: String, CaseIterable {
  case pictureResolution, bitmapResolution, pictureColors, safeMargin, gutterMargin, bleed
  case pageBytes, pagePixels, textContrast, largeTextContrast

  /// Pixels an inch: more than any device has.
  private static let resolutions = 1.0...10_000
  /// The range of lengths in points, wider than any page.
  private static let lengths = 0.0...10_000
  /// The range of contrast ratios, from none to black on white (WCAG 2.2).
  private static let contrasts = 1.0...21

  func read(_ value: JSONValue, into limits: inout PreflightLimits) throws(JSONError) {
    switch self {
    case .pictureResolution:
      limits.pictureResolution = try value.number(in: Self.resolutions)
    case .bitmapResolution: limits.bitmapResolution = try value.number(in: Self.resolutions)
    case .pictureColors:
      limits.pictureColors = Set(
        try value.elements { element throws(JSONError) in try PictureColor.Model(json: element) })
    case .safeMargin: limits.safeMargin = try value.number(in: Self.lengths)
    case .gutterMargin: limits.gutterMargin = try value.number(in: Self.lengths)
    case .bleed: limits.bleed = try value.number(in: Self.lengths)
    case .pageBytes: limits.pageBytes = try value.integer(in: 0...Int.max)
    case .pagePixels: limits.pagePixels = try value.integer(in: 0...Int.max)
    case .textContrast: limits.textContrast = try value.number(in: Self.contrasts)
    case .largeTextContrast: limits.largeTextContrast = try value.number(in: Self.contrasts)
    }
  }
}

extension JSONValue {
  fileprivate func number(in range: ClosedRange<Double>) throws(JSONError) -> Double {
    let number = try number()
    guard range.contains(number) else {
      throw JSONError(
        "expected a number from \(brief(range.lowerBound)) to \(brief(range.upperBound))")
    }
    return number
  }
}
