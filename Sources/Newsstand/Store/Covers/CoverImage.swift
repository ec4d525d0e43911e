/// A cover as its server sent it: it is not decoded, which is a worker's task.
public struct CoverImage: Sendable, Hashable {
  public var bytes: [UInt8]
  /// By its first bytes: `image/jpeg`, `image/png`, `image/gif`, `image/webp` or `image/avif`.
  public var mediaType: String

  /// Throws `badContent` for bytes that are not such a picture.
  init(_ bytes: [UInt8]) throws(NewsstandError) {
    guard let type = Self.mediaType(bytes) else {
      throw NewsstandError(
        .badContent, "the cover is not a picture: it is neither JPEG, PNG, GIF, WebP nor AVIF")
    }
    self.bytes = bytes
    mediaType = type
  }

  private static func mediaType(_ bytes: [UInt8]) -> String? {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has("GIF87a") || has("GIF89a") { return "image/gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
    if has("ftypavif", at: 4) || has("ftypavis", at: 4) { return "image/avif" }
    return nil
  }
}
