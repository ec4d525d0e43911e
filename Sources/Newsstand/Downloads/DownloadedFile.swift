/// A complete file with the promised content.
public struct DownloadedFile: Sendable, Hashable {
  public var path: String
  /// Its length in bytes.
  public var bytes: Int
  /// In 64 lower-case hexadecimal digits.
  public var sha256: String
  /// The media type from the server, without parameters.
  public var mediaType: String?

  public init(path: String, bytes: Int, sha256: String, mediaType: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
    self.mediaType = mediaType
  }
}
