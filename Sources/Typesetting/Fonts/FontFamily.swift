import CRectoFontconfig

/// The faces of one family. fontconfig's own choice among them puts the languages that a face
/// covers before its weight; here what a face lacks is taken from another font.
struct FontFamily {
  private var members:
    [(place: FontPlace, weights: ClosedRange<Double>, width: Double, size: Int)] =
      []

  /// Calls `FcFontList`.
  init(_ configuration: OpaquePointer, _ name: String) {
    let pattern = FcPatternCreate()
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, name)
    let wanted = FcObjectSetCreate()
    defer { FcObjectSetDestroy(wanted) }
    for object in [FC_FILE, FC_INDEX, FC_WEIGHT, FC_WIDTH, FC_SLANT, FC_CHARSET, FC_OUTLINE] {
      FcObjectSetAdd(wanted, object)
    }
    guard let set = FcFontList(configuration, pattern, wanted) else { return }
    defer { FcFontSetDestroy(set) }
    for index in 0..<Int(set.pointee.nfont) {
      guard let face = set.pointee.fonts[index], let place = FontPlace(face) else { continue }
      var characters: OpaquePointer?
      FcPatternGetCharSet(face, FC_CHARSET, 0, &characters)
      members.append(
        (
          place, Self.weights(of: face), Self.value(of: face, FC_WIDTH) ?? 100,
          Int(FcCharSetCount(characters))
        ))
    }
  }

  /// The face for a width, a slant and a weight, looked for in this order (CSS Fonts 4, 5.2); of
  /// equals the one with the most characters.
  func member(nearest wish: FontLibrary.Wish) -> FontPlace? {
    members.min { first, second in
      let a = distances(of: first, wish)
      let b = distances(of: second, wish)
      return a.lexicographicallyPrecedes(b)
        || a == b && (first.place.path, first.place.index) < (second.place.path, second.place.index)
    }?.place
  }

  private func distances(
    of member: (place: FontPlace, weights: ClosedRange<Double>, width: Double, size: Int),
    _ wish: FontLibrary.Wish
  ) -> [Double] {
    [
      abs(member.width - wish.stretch), member.place.isUpright == (wish.slant == .normal) ? 0 : 1,
      Self.distance(of: member.weights, wish.weight), -Double(member.size),
    ]
  }

  /// A light wish takes lighter faces first and a dark one darker ones; faces on the other side
  /// count as far away.
  private static func distance(of weights: ClosedRange<Double>, _ wish: Double) -> Double {
    if weights.contains(wish) { return 0 }
    let nearest = wish < weights.lowerBound ? weights.lowerBound : weights.upperBound
    let isOnWrongSide: Bool =
      switch wish {
      case ..<400: nearest > wish
      case 400...500: nearest > 500 || nearest < wish
      default: nearest < wish
      }
    return abs(nearest - wish) + (isOnWrongSide ? 1000 : 0)
  }

  private static func weights(of face: OpaquePointer) -> ClosedRange<Double> {
    if let weight = value(of: face, FC_WEIGHT) {
      let weight = FcWeightToOpenTypeDouble(weight)
      return weight...weight
    }
    var range: OpaquePointer?
    var low = 0.0
    var high = 0.0
    guard FcPatternGetRange(face, FC_WEIGHT, 0, &range) == FcResultMatch,
      FcRangeGetDouble(range, &low, &high) != 0, low <= high
    else { return 400...400 }
    return FcWeightToOpenTypeDouble(low)...FcWeightToOpenTypeDouble(high)
  }

  private static func value(of face: OpaquePointer, _ object: String) -> Double? {
    var value = 0.0
    return FcPatternGetDouble(face, object, 0, &value) == FcResultMatch ? value : nil
  }
}
