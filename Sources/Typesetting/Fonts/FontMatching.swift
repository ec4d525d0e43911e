import CRectoFontconfig

/// The location of a face: a file and the face's index in it.
struct FontPlace: Hashable {
  var path: String
  var index: Int
  /// In OpenType's units: 400 is regular.
  var weight = 400.0
  var isUpright = true
}

/// The changes to a face whose family lacks the requested weight or slant.
struct FontSynthesis: Hashable {
  var isBold = false
  var isSlanted = false

  init(_ place: FontPlace, hasAxes: Bool, for style: CharacterStyle) {
    // The weights from which a face counts as bold and as not bold (CSS Fonts 4, 5.2).
    isBold = !hasAxes && style.fontWeight >= 600 && place.weight < 550
    isSlanted = !hasAxes && style.fontStyle != .normal && place.isUpright
  }
}

/// fontconfig's answer for one family at one weight, slant and width.
struct FontMatch {
  let file: FontPlace?
  /// True if it is the family that was asked for or a generic one, not a substitute.
  let isNamed: Bool

  /// Names that stand for whatever the machine is set up with.
  private static let generic: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  /// Calls `FcFontList` for a family's name, and `FcFontMatch` for a generic one and for what
  /// stands in for a missing one.
  init(_ configuration: OpaquePointer, _ wish: FontLibrary.Wish) {
    let isGeneric = Self.generic.contains(wish.family.lowercased())
    if !isGeneric, let member = FontFamily(configuration, wish.family).member(nearest: wish) {
      file = member
      isNamed = true
      return
    }
    isNamed = isGeneric
    let pattern = FontPattern([wish.family], wish, language: nil)
    pattern.substitute(configuration)
    var result = FcResultNoMatch
    let found = FcFontMatch(configuration, pattern.pointer, &result)
    file = found.flatMap { FontPlace($0) }
    if let found { FcPatternDestroy(found) }
  }
}

/// A query to fontconfig.
final class FontPattern {
  let pointer: OpaquePointer

  init(_ families: [String], _ wish: FontLibrary.Wish, language: String?) {
    pointer = FcPatternCreate()
    for family in families.prefix(32) { FcPatternAddString(pointer, FC_FAMILY, family) }
    FcPatternAddDouble(pointer, FC_WEIGHT, FcWeightFromOpenTypeDouble(wish.weight))
    FcPatternAddInteger(
      pointer, FC_SLANT,
      wish.slant == .normal
        ? FC_SLANT_ROMAN : wish.slant == .italic ? FC_SLANT_ITALIC : FC_SLANT_OBLIQUE)
    FcPatternAddDouble(pointer, FC_WIDTH, wish.stretch)
    FcPatternAddBool(pointer, FC_SCALABLE, 1)
    if let language { FcPatternAddString(pointer, FC_LANG, language) }
  }

  deinit { FcPatternDestroy(pointer) }

  func substitute(_ configuration: OpaquePointer) {
    FcConfigSubstitute(configuration, pointer, FcMatchPattern)
    FcDefaultSubstitute(pointer)
  }
}

extension FontPlace {
  /// Nil for a pattern without a file.
  init?(_ pattern: OpaquePointer) {
    var path: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else {
      return nil
    }
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    // The upper half names an instance of a variable font, whose axes are set from the style.
    self.init(path: String(cString: path), index: Int(index & 0xFFFF))
    var number = 0.0
    if FcPatternGetDouble(pattern, FC_WEIGHT, 0, &number) == FcResultMatch {
      weight = FcWeightToOpenTypeDouble(number)
    }
    var slant: Int32 = 0
    FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
    isUpright = slant == FC_SLANT_ROMAN
  }
}
