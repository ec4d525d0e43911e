import RectoJSON

/// A publication that lives behind a channel. All answers are checked, since the other side reads
/// untrusted sources and may have been taken over by one.
///
/// An impossible answer is `damaged`, with a sentence that names the problem.
public final class ChannelPublication: RemotePublication {
  private let channel: any PublicationChannel
  /// The info at its last request; see `refreshInfo`.
  public private(set) var info: PublicationInfo
  /// The page count at opening, or an estimate: once it is exact, another number is an error.
  public private(set) var pageCount: Int
  /// The certainty of the page count; see `PublicationFacts`.
  private var isEstimated: Bool?
  private var pages = BoundedCache<Int, PageFacts>(capacity: keptPages)

  /// The number of pages whose facts are kept, at 1 KiB each or less: as many as a publication of
  /// ordinary length has.
  private static let keptPages = 2000

  /// Asks what the publication is. Throws what the channel throws, or `damaged`.
  public init(_ channel: any PublicationChannel) throws(PageError) {
    self.channel = channel
    let facts: PublicationFacts = try channel.ask(PublicationRequest(.info))
    info = facts.info
    pageCount = facts.pageCount
    isEstimated = facts.pageCountIsEstimated
  }

  /// Asks for the info again, since warnings come up while pages are read.
  public func refreshInfo() throws(PageError) {
    let facts: PublicationFacts = try channel.ask(PublicationRequest(.info))
    guard facts.pageCount == pageCount || isEstimated == true else {
      throw PageError(
        .damaged, "the backend says that there are \(facts.pageCount) pages, and said \(pageCount)")
    }
    pageCount = facts.pageCount
    isEstimated = facts.pageCountIsEstimated
    info = facts.info
  }

  public func offers(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  public func page(at index: Int) throws(PageError) -> any Page {
    // The other side knows more than an estimate.
    guard index >= 0, index < pageCount || isEstimated == true else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    return ChannelPage(try facts(ofPage: index), publication: self)
  }

  private func facts(ofPage index: Int) throws(PageError) -> PageFacts {
    if let facts = pages[index] { return facts }
    let facts: PageFacts = try ask(.page, index: index)
    guard facts.index == index else {
      throw PageError(
        .damaged, "the backend was asked for page \(index + 1) and answered \(facts.index + 1)")
    }
    pages[index] = facts
    return facts
  }

  /// See `PublicationChannel.isProcess`.
  var isProcess: Bool { channel.isProcess }

  func ask<Answer: JSONDecodable>(
    _ kind: RequestKind, index: Int = 0
  ) throws(PageError) -> Answer {
    try channel.ask(PublicationRequest(kind, index: index))
  }

  func ask<Answer: JSONDecodable>(_ request: PublicationRequest) throws(PageError) -> Answer {
    try channel.ask(request)
  }

  func answer(_ request: PublicationRequest) throws(PageError) -> [UInt8] {
    try channel.answer(request)
  }

  /// See `PublicationChannel.text`.
  func text(ofPage index: Int, size: Size, rotation: Rotation) throws(PageError) -> PageText? {
    try channel.text(ofPage: index, size: size, rotation: rotation)
  }

  /// An empty list where the capability is not there.
  func list<Item: JSONDecodable>(
    _ kind: RequestKind, index: Int = 0, if capability: Capability
  ) throws(PageError) -> [Item] {
    offers(capability) ? try ask(kind, index: index) : []
  }

  func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try channel.paint(page: index, request, on: grid, into: bitmap)
  }
}

extension ChannelPublication: CountedPublication {
  public var pageCountSoFar: PageCount {
    PageCount(pageCount, isEstimated: isEstimated ?? false)
  }

  /// True if its pages are counted by laying text out.
  public var countsByLayout: Bool { isEstimated != nil }

  public func countPages() throws(PageError) {
    guard isEstimated == true else { return }
    try channel.countPages()
    try refreshInfo()
  }

  /// The page count for targets, which were asked for: all pages are counted by then.
  func countForTargets() throws(PageError) -> Int {
    if isEstimated == true { try refreshInfo() }
    return pageCount
  }
}

extension PublicationChannel {
  /// The answer, read. Throws `damaged` where it has not the form that it should have.
  fileprivate func ask<Answer: JSONDecodable>(
    _ request: PublicationRequest
  ) throws(PageError) -> Answer {
    let bytes = try answer(request)
    do throws(JSONError) {
      return try Answer(jsonBytes: bytes)
    } catch {
      throw request.malformed(error)
    }
  }
}
