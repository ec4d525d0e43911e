import CRectoHarfBuzz
import RectoPageModel

/// One face of a font file, mapped into memory.
///
/// Not `Sendable`: it belongs, with all that is made from it, to one `FontLibrary`.
final class FontFile {
  let path: String
  /// The face's place in a collection.
  let index: Int
  let bytes: FileBytes
  /// `hb_face_t`.
  let face: OpaquePointer
  let axes: [Axis]

  /// A dimension in which a variable font varies (OpenType, `fvar`).
  struct Axis: Sendable {
    var tag: UInt32
    var minimum: Double
    var standard: Double
    var maximum: Double
  }

  /// Throws what `FileBytes` throws, and `damaged` for a file without glyphs.
  init(path: String, index: Int) throws(PageError) {
    self.path = path
    self.index = index
    bytes = try FileBytes(path: path)
    face = bytes.withBytes { bytes in
      let blob = hb_blob_create(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
        HB_MEMORY_MODE_READONLY, nil, nil)
      defer { hb_blob_destroy(blob) }
      return hb_face_create(blob, UInt32(index))
    }
    axes = Self.axes(of: face)
    guard hb_face_get_glyph_count(face) > 0 else {
      throw PageError(.damaged, "\(path) is not a font")
    }
  }

  deinit { hb_face_destroy(face) }

  private static func axes(of face: OpaquePointer) -> [Axis] {
    var count = hb_ot_var_get_axis_count(face)
    guard count > 0 else { return [] }
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count)).map {
      Axis(
        tag: $0.tag, minimum: Double($0.min_value), standard: Double($0.default_value),
        maximum: Double($0.max_value))
    }
  }

  /// The numbers of a font's PostScript name and its full name (OpenType, `name`). HarfBuzz's
  /// constants for them have another type in each version.
  private static let nameIDs: [hb_ot_name_id_t] = [6, 4]

  /// The name that the font gives itself, such as `EBGaramond-Regular`.
  var name: String {
    for id in Self.nameIDs {
      var length: UInt32 = 256
      var text = [CChar](repeating: 0, count: Int(length))
      let language = hb_language_from_string("en", -1)
      if hb_ot_name_get_utf8(face, id, language, &length, &text) > 0 {
        return String(
          decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}
