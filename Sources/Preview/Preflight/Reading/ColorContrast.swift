import Glibc
import RectoPageModel

/// Contrast between colors; alpha is ignored.
extension Color {
  /// True if it looks white.
  var isPaper: Bool { distance(to: .white) <= 4 }

  /// Relative luminance (WCAG 2.2, definitions).
  var luminance: Double {
    0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Contrast ratio, from 1 to 21 (WCAG 2.2, definitions).
  func contrast(to other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}

private let linear: [Double] = (0...255).map { value in
  let share = Double(value) / 255
  return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
}
