import RectoJSON

/// A request to an open publication: its kind and its subject.
public struct PublicationRequest: Sendable, Hashable {
  public var kind: RequestKind
  /// The page's index, or the attachment's; 0 where the publication is meant.
  public var index: Int
  /// The maximum number of bytes of an answer in bytes, such as an attachment; a longer one
  /// throws `limit`.
  public var limit: Int
  /// Details beyond the index, as JSON in the form of the kind; empty for most kinds.
  public var detail: [UInt8]

  public init(_ kind: RequestKind, index: Int = 0, limit: Int = 0, detail: [UInt8] = []) {
    self.kind = kind
    self.index = index
    self.limit = limit
    self.detail = detail
  }

  /// A request that says more than an index.
  public init(
    _ kind: RequestKind, index: Int = 0, limit: Int = 0, about detail: some JSONRepresentable
  ) {
    self.init(kind, index: index, limit: limit, detail: exactJSON(detail))
  }

  /// The detail, read. Throws `bug` where it is invalid: the host has written it.
  package func readDetail<Detail: JSONDecodable>() throws(PageError) -> Detail {
    do throws(JSONError) {
      return try Detail(jsonBytes: detail)
    } catch {
      throw PageError(.bug, "the host's request is invalid: \(error)")
    }
  }

  /// The answer of a publication in its documented form, which a plugin's table and a worker
  /// return and `ChannelPublication` reads; a worker packs the text of a page instead
  /// (`packedAnswer(of:)`). Numbers are exact except those of a page's text, which are rounded to
  /// thousandths of a point. A capability that the publication lacks is an empty list.
  ///
  /// Throws what the publication throws; `badRequest` for an attachment or a medium of one that has
  /// none, and `unsupported` for a place in one that knows no places, and for a PDF of one that
  /// writes none.
  public func answer(of publication: any Publication) throws(PageError) -> [UInt8] {
    try kind.answer(self, publication)
  }

  /// The list of a publication that it asks for (`RequestKind.lists`), in the documented form, with
  /// numbers rounded to thousandths.
  ///
  /// Throws what the publication throws, and `bug` if it does not ask for a list.
  package func list(of publication: any Publication) throws(PageError) -> [UInt8] {
    guard let list = kind.list else {
      throw PageError(.bug, "\(kind.name) is not a list")
    }
    var json = JSONWriter()
    try list(self, publication, &json)
    return json.bytes
  }

  /// The same for a channel that packs text (`PublicationChannel.isProcess`).
  package func packedAnswer(of publication: any Publication) throws(PageError) -> [UInt8] {
    try (kind.packedAnswer ?? kind.answer)(self, publication)
  }

  /// The page that it is about; nil if that is the publication.
  package var page: Int? { kind.isAboutPage ? index : nil }

  /// The pages that must be counted before it can be answered; nil if none need to be.
  package var goal: PaginationGoal? { kind.goal(self) }

  /// The greatest length of the answer, in bytes.
  package var answerLimit: Int { kind.answersBytes ? max(0, limit) : JSONDocument.maximumBytes }

  /// The error of an answer that does not have its form.
  func malformed(_ error: some Error) -> PageError {
    PageError(
      .damaged, "the backend's answer about \(kind.subject(self)) is invalid: \(error)")
  }
}
