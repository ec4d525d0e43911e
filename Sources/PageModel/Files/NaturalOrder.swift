/// A key that sorts names as people number them: `page2` before `page10`, `a/2` before `a b/1`,
/// `Scan` before `Scan 1`, whatever their extensions are, and letters without regard to case.
package struct NaturalOrder: Comparable {
  private let units: [UInt32]
  /// Settles what the units find equal, such as `p01` and `p1`.
  private let name: String

  package init(_ name: String) {
    self.name = name
    var units: [UInt32] = []
    units.reserveCapacity(name.utf8.count + 4)
    var digits: [UInt32] = []
    func endNumber() {
      guard !digits.isEmpty else { return }
      let number = digits.drop { $0 == 0x30 }
      // A longer number is a larger one; a number stands where the digit 0 does among letters.
      units += [0x30, UInt32(number.count)] + number
      digits = []
    }
    let scalars = name.lowercased().unicodeScalars
    let dot = Self.extensionDot(of: scalars)
    for index in scalars.indices {
      let scalar = scalars[index]
      if (0x30...0x39).contains(scalar.value) {
        digits.append(scalar.value)
      } else {
        endNumber()
        // The end of a folder's name, or of a file's without its extension, is before all letters.
        units.append(scalar == "/" ? 0 : index == dot ? 1 : scalar.value)
      }
    }
    endNumber()
    self.units = units
  }

  /// The dot before the extension of a file's name: a letter, and then letters and digits.
  private static func extensionDot(
    of name: String.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[name.index(before: dot)] != "/"
    else { return nil }
    let suffix = name[name.index(after: dot)...]
    guard let first = suffix.first, first.isASCII, first.properties.isAlphabetic,
      suffix.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      })
    else { return nil }
    return dot
  }

  package static func < (a: NaturalOrder, b: NaturalOrder) -> Bool {
    a.units == b.units ? a.name < b.name : a.units.lexicographicallyPrecedes(b.units)
  }

  /// `names` in natural order.
  package static func sort(_ names: [String]) -> [String] {
    names.map { ($0, NaturalOrder($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
