import RectoJSON
import RectoPageModel
import RectoPipeline

/// The present state of a store.
public struct StoreFacts: Sendable, Hashable {
  public let url: String
  /// The catalog's title.
  public let title: String?
  /// The catalog's own description.
  public var summary: String?
  public let issueCount: Int
  /// Seconds since the server last confirmed the catalog; nil if it never answered.
  public let age: Double?
  /// The error of the last request, if it failed.
  public let error: NewsstandError?
  /// A sentence for each entry that is not listed.
  public let problems: [String]
  /// The product under which a shop sells the subscription to all issues.
  public var subscriptionProductID: String?
  /// The price of that subscription in the catalog.
  public var subscriptionPrice: String?
  /// The publisher's key, with which the catalog must be signed; nil if no signature is required.
  public var key: PublisherKey?
  /// The time of the signature, in seconds since 1970; nil without a signed catalog.
  public var signed: Int?

  public init(
    url: String, title: String?, issueCount: Int, age: Double?, error: NewsstandError?,
    problems: [String]
  ) {
    self.url = url
    self.title = title
    self.issueCount = issueCount
    self.age = age
    self.error = error
    self.problems = problems
  }
}

/// `{"url","title","summary","issues","age","error","key","signed","problems"}`.
extension StoreFacts: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }

  /// The members of that object, for one that has more of them.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("url", url)
    json.optional("title", title)
    json.optional("summary", summary)
    json.member("issues", issueCount)
    json.optional("age", age)
    json.optional("error", error?.message)
    json.optional("key", key?.text)
    json.optional("signed", signed.map { Timestamp(seconds: $0).iso8601 })
    json.key("problems")
    json.array(problems) { $0.value($1) }
  }
}

extension Store {
  /// The state of the store.
  public func facts() -> StoreFacts {
    let catalog = catalog
    var facts = StoreFacts(
      url: url, title: title, issueCount: numberOfIssues, age: catalogAge,
      error: lastError, problems: catalog?.problems ?? [])
    facts.summary = catalog?.summary
    facts.subscriptionProductID = catalog?.subscriptionProductID
    facts.subscriptionPrice = catalog?.subscriptionPrice
    facts.key = key
    facts.signed = signed
    return facts
  }
}

extension Newsstand {
  /// The state of a store; nothing is fetched. Throws for an invalid URL.
  public func facts(ofStore url: String) async throws(NewsstandError) -> StoreFacts {
    await (try store(url)).facts()
  }

  /// The cover of an issue: its own if it is installed, else its store's.
  ///
  /// Throws `notFound` if there is none, `badContent` if it is not a picture.
  public func cover(of id: IssueID) async throws(NewsstandError) -> CoverImage {
    if let path = reader.cover(of: id), let bytes = try? FileBytes(path: path) {
      return try CoverImage(bytes.withBytes { Array($0) })
    }
    let shelved = try await issue(id)
    guard let url = shelved.store, let bytes = await (try store(url)).cover(of: shelved.issue)
    else {
      throw NewsstandError(.notFound, "there is no cover of the issue \(printable(id.text))")
    }
    return try CoverImage(bytes)
  }
}
