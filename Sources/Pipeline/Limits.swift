import RectoPageModel

/// The limits of one request; a refusal names the limit. Each is settable.
public struct Limits: Sendable, Hashable {
  /// Pixels of one bitmap.
  public var pixels = 50_000_000
  /// Pixels of a bitmap's side.
  public var side = 32_767
  /// Pages of one publication.
  public var pages = 100_000
  /// Bytes of standard input, which has to be held in memory.
  public var inputBytes = 1 << 30
  /// Bytes of one attachment.
  public var attachmentBytes = 256 << 20
  /// Bytes of one sound or film: a worker holds it twice, as it is in an archive and as it answers it,
  /// which leaves room in `WorkerLimits.memoryMiB`.
  public var mediaBytes = 192 << 20
  /// Bytes of a PDF that is written.
  public var pdfBytes = 256 << 20

  /// Requests of one publication that wait for their turn.
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
