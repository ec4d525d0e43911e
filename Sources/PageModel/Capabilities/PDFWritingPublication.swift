/// A publication that can be written as a PDF whose text is text: for what has no PDF already.
public protocol PDFWritingPublication: Publication {
  /// A whole PDF file of the pages that `request` names, in its order.
  ///
  /// Throws `noSuchPage`, `badRequest` for no pages at all, `limit` if the file is larger than
  /// the request allows, and what the pages throw.
  func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8]
}

/// The content and form of a PDF to write.
public struct PDFRequest: Sendable, Hashable {
  /// By their indices.
  public var pages: [Int]
  /// Pixels an inch of the pictures: of those that have fewer, all that they have.
  public var pictureDotsPerInch: Double
  /// True if the file must be the same each time, and so omits its creation time.
  public var isDeterministic: Bool
  /// Bytes beyond which it is refused.
  public var limit: Int

  /// Pictures are as fine as print wants them unless said otherwise.
  public init(
    pages: [Int], pictureDotsPerInch: Double = 300, isDeterministic: Bool = false,
    limit: Int = 256 << 20
  ) {
    self.pages = pages
    self.pictureDotsPerInch = pictureDotsPerInch
    self.isDeterministic = isDeterministic
    self.limit = limit
  }
}
