import Glibc
import PageModel

/// An opaque sRGB color.
struct PixelColor: Sendable, Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// Whether no part differs by more.
  func isNear(_ other: PixelColor, within tolerance: Int) -> Bool {
    abs(Int(red) - Int(other.red)) <= tolerance && abs(Int(green) - Int(other.green)) <= tolerance
      && abs(Int(blue) - Int(other.blue)) <= tolerance
  }

  var isPaper: Bool { isNear(PixelColor(red: 255, green: 255, blue: 255), within: 4) }

  /// Relative luminance (WCAG 2.2, definitions).
  var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// Contrast ratio, from 1 to 21 (WCAG 2.2, definitions).
  func contrast(to other: PixelColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static let linear: [Double] = (0...255).map { value in
    let share = Double(value) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }
}

extension PixelColor: CustomStringConvertible {
  var description: String { Color(red: red, green: green, blue: blue).hex }
}
