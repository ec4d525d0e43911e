import RectoPageModel

/// The limits of one request, each of which can be set; an error names the limit that was
/// exceeded.
public struct Limits: Sendable, Hashable {
  /// The maximum number of pixels of a bitmap.
  public var pixels = 50_000_000
  /// The maximum width and height of a bitmap in pixels.
  public var side = 32_767
  /// The maximum number of pages of a publication.
  public var pages = 100_000
  /// The maximum size of standard input in bytes, which is held in memory.
  public var inputBytes = 1 << 30
  /// The maximum size of an attachment in bytes.
  public var attachmentBytes = 256 << 20
  /// The maximum size of a sound or film in bytes. A worker holds it twice, as stored in the
  /// archive and as its answer, which leaves room in `WorkerLimits.memoryMiB`.
  public var mediaBytes = 192 << 20
  /// The maximum size of a written PDF in bytes.
  public var pdfBytes = 256 << 20

  /// The maximum number of waiting requests of a publication.
  public var queue = 1_000

  /// The defaults.
  public init() {}

  /// The limit that an image of this size passes, as messages name it; nil where it may have the size.
  func exceeded(by image: PixelSize) -> String? {
    if image.width * image.height > pixels { return "\(pixels.inMegapixels) megapixels" }
    return max(image.width, image.height) > side ? "\(side) on a side" : nil
  }
}

extension Int {
  /// A count of pixels in millions: whole where it is whole.
  fileprivate var inMegapixels: String {
    self % 1_000_000 == 0 ? "\(self / 1_000_000)" : "\(Double(self) / 1_000_000)"
  }
}
