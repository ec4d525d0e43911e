import CRectoHarfBuzz

/// The values of a variable font's axes that a style calls for (CSS Fonts 4, 6.2 and 6.6).
enum FontAxes {
  /// One value for each axis, in the font's order; empty if all are as the font has them.
  static func values(of axes: [FontFile.Axis], for style: CharacterStyle) -> [Double] {
    guard !axes.isEmpty else { return [] }
    let values = axes.map { axis in
      let wanted = value(for: axis, style) ?? axis.standard
      return min(max(wanted, axis.minimum), axis.maximum)
    }
    let isStandard = zip(values, axes).allSatisfy { $0 == $1.standard }
    return isStandard ? [] : values
  }

  private static func value(for axis: FontFile.Axis, _ style: CharacterStyle) -> Double? {
    let tag = axis.tag.tagName
    if let set = style.fontVariationSettings[tag] { return set }
    switch tag {
    case "wght": return style.fontWeight
    case "wdth": return style.fontStretch
    case "opsz": return style.fontSize
    case "ital": return style.fontStyle == .italic ? 1 : 0
    // Degrees, counterclockwise.
    case "slnt": return style.fontStyle == .normal ? 0 : -14
    default: return nil
    }
  }
}

extension UInt32 {
  /// The four letters of an OpenType tag.
  var tagName: String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }, as: UTF8.self)
  }

  /// An OpenType tag of up to four ASCII letters, filled up with spaces; nil for anything else.
  init?(tag name: String) {
    let bytes = Array(name.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    self = (bytes + [0x20, 0x20, 0x20]).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
