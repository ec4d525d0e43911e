import CRectoHarfBuzz

/// Everything beside the text that decides what its glyphs are.
struct ShapingKey: Hashable {
  var font: Int
  /// An ISO 15924 code, as in `hb_script_t`.
  var script: UInt32
  var language: String?
  var direction: Direction
  var features: [String: Int]
  /// Added after each cluster, in scaled points.
  var letterSpacing: Int32

  enum Direction: Hashable {
    case leftToRight, rightToLeft
    /// Upright glyphs of a vertical line.
    case topToBottom
  }
}

/// Shapes text of one font, script, language and set of features. Calls `hb_shape`.
final class Shaper {
  let font: Font
  let key: ShapingKey
  private let buffer: OpaquePointer
  private let features: [hb_feature_t]
  private let language: OpaquePointer?

  init(font: Font, key: ShapingKey) {
    self.font = font
    self.key = key
    buffer = hb_buffer_create()
    language = key.language.map { hb_language_from_string($0, -1) }
    var settings = key.features
    // Letters that are spaced do not join (CSS Text 3, 8.2).
    if key.letterSpacing != 0 {
      for tag in ["liga", "clig"] where settings[tag] == nil { settings[tag] = 0 }
    }
    features = settings.sorted { $0.key < $1.key }.compactMap { name, value in
      UInt32(tag: name).map {
        hb_feature_t(tag: $0, value: UInt32(max(0, value)), start: 0, end: .max)
      }
    }
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Appends the glyphs of `text`, in the order in which they stand from left to right (or from
  /// top to bottom), and gives their width.
  func shape(_ text: UnsafeBufferPointer<UInt16>, into glyphs: inout [ShapedGlyph]) -> Int32 {
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(buffer, text.baseAddress, Int32(text.count), 0, Int32(text.count))
    let isVertical = key.direction == .topToBottom
    hb_buffer_set_direction(
      buffer,
      isVertical
        ? HB_DIRECTION_TTB
        : key.direction == .rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_t(key.script))
    if let language { hb_buffer_set_language(buffer, language) }
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    hb_shape(font.shaping, buffer, features, UInt32(features.count))

    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return 0 }
    var width: Int32 = 0
    for index in 0..<Int(count) {
      let position = positions[index]
      var advance = isVertical ? 0 &- position.y_advance : position.x_advance
      if key.letterSpacing != 0, endsCluster(infos, index, Int(count)) {
        advance = advance &+ key.letterSpacing
      }
      let flags = infos[index].mask & UInt32(HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue)
      glyphs.append(
        ShapedGlyph(
          glyph: infos[index].codepoint, cluster: Int32(bitPattern: infos[index].cluster),
          advance: advance, xOffset: position.x_offset, yOffset: position.y_offset,
          isUnsafeToBreak: flags != 0))
      width = width &+ advance
    }
    return width
  }

  private func endsCluster(
    _ infos: UnsafeMutablePointer<hb_glyph_info_t>, _ index: Int, _ count: Int
  ) -> Bool {
    index + 1 == count || infos[index + 1].cluster != infos[index].cluster
  }
}

/// One glyph as shaping gives it: lengths in scaled points, x along the line, y up.
struct ShapedGlyph {
  var glyph: UInt32
  /// The first code unit of its cluster, from the start of the shaped text.
  var cluster: Int32
  var advance: Int32
  var xOffset: Int32
  var yOffset: Int32
  /// True if cutting the text before this glyph's cluster would change its appearance
  /// (`HB_GLYPH_FLAG_UNSAFE_TO_BREAK`).
  var isUnsafeToBreak: Bool
}
