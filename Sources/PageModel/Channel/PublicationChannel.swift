/// The way to an open publication that lives elsewhere. Not `Sendable`: it belongs to one thread
/// at a time, as a publication does.
public protocol PublicationChannel: AnyObject {
  /// The answer in its documented form: UTF-8 JSON, the bytes of an attachment or a PDF, or a
  /// thumbnail; the text of a page packed where `isProcess`.
  /// `PublicationRequest.answer(of:)` makes them; readers treat them as untrusted.
  ///
  /// Rethrows the publication's errors; throws `damaged` or `limit` if the other side fails.
  func answer(_ request: PublicationRequest) throws(PageError) -> [UInt8]

  /// The text of a page with a crop box of `size` and a `rotation`, where this side makes it: nothing is
  /// written and read then. Nil where the other side makes it.
  ///
  /// Throws as `answer`.
  func text(ofPage index: Int, size: Size, rotation: Rotation) throws(PageError) -> PageText?

  /// True if the other side is another process: each request takes its time, and the text of a page is
  /// `PageText.packed` in place of JSON.
  var isProcess: Bool { get }

  /// Has the other side count all pages, where it counts them by laying text out.
  ///
  /// Throws as `answer`.
  func countPages() throws(PageError)

  /// Fills `bitmap` with the request's background and renders the page over it. The bitmap has
  /// the size of `grid` and the request's pixel format.
  func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError)
}

extension PublicationChannel {
  /// False: a plugin's table is in this process.
  public var isProcess: Bool { false }

  /// Nil: the other side makes it.
  public func text(ofPage index: Int, size: Size, rotation: Rotation) throws(PageError) -> PageText?
  { nil }

  /// Nothing: the other side knows its pages.
  public func countPages() throws(PageError) {}
}
