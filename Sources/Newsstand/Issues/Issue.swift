import RectoPageModel

/// An issue as a catalog offers it, for shelves to show before it is downloaded.
public struct Issue: Sendable, Hashable, Identifiable {
  /// The id of the issue in a library: unique there, and never changed.
  public var id: IssueID
  /// The id in the catalog, which is unique within its publication only.
  public var catalogID: String
  /// In the language of the catalog; `titles` has the others.
  public var title: String
  /// The titles by BCP 47 tag, if a catalog has several.
  public var titles: [String: String] = [:]
  /// The magazine, newspaper or series that the issue belongs to.
  public var publication: String?
  /// The number of the issue as printed.
  public var number: String?
  public var date: IssueDate?
  /// Plain text.
  public var summary: String?
  public var authors: [String] = []
  public var language: String?
  public var subjects: [String] = []
  /// The titles of its contents, in order.
  public var contents: [String] = []
  public var cover: IssueAsset?
  public var thumbnail: IssueAsset?
  /// Pages or parts to read before the issue is bought or downloaded.
  public var previews: [IssueAsset] = []
  /// The files to download; the first one is opened. Empty if only a shop has it.
  public var content: [IssueAsset] = []
  /// The price in the catalog, such as `2.99 EUR`; nil if it states none.
  public var price: String?
  /// True if it may be downloaded without a purchase.
  public var isFree = true
  /// The product under which a purchase provider sells it.
  public var productID: String?

  public init(id: IssueID, title: String) {
    self.id = id
    catalogID = id.text
    self.title = title
  }

  /// The title in the first of these languages that has one, else in the catalog's language.
  ///
  /// - Parameter languages: BCP 47 tags, the preferred one first. `de` also finds `de-AT`.
  public func title(in languages: [String]) -> String {
    for language in languages.map({ $0.lowercased() }) {
      if let exact = titles.first(where: { $0.key.lowercased() == language }) { return exact.value }
      let near = titles.filter { $0.key.lowercased().split(separator: "-").first ?? "" == language }
      if let near = near.min(by: { $0.key < $1.key }) { return near.value }
    }
    return title
  }
}

/// A file of an issue on a server.
public struct IssueAsset: Sendable, Hashable {
  /// The absolute URL.
  public var url: String
  public var mediaType: String?
  /// The length in bytes; nil if the catalog does not state it.
  public var size: Int?
  /// The SHA-256 in 64 lower-case hexadecimal digits; nil if the catalog does not state it.
  public var sha256: String?

  public init(url: String, mediaType: String? = nil, size: Int? = nil, sha256: String? = nil) {
    self.url = url
    self.mediaType = mediaType
    self.size = size
    self.sha256 = sha256
  }
}
