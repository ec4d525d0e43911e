import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// The kept copy of a catalog for times without a network: its answers, and the result of reading
/// them.
struct KeptCatalog: Sendable {
  struct Page: Sendable {
    /// The requested URL.
    var request: String
    var answer: FetchedAnswer
    /// The signature that was checked; nil where none was asked for.
    var signature: Signature?

    func isSigned(by key: PublisherKey?) -> Bool { signature?.key == key?.text }
  }

  /// A signature that was checked.
  struct Signature: Sendable, Hashable {
    /// The text of the key.
    var key: String
    /// Seconds since 1970.
    var time: Int
  }

  /// The catalog's URL.
  var url: String
  /// The time of the last successful request to the server; seconds since 1970.
  var checked: Int
  var pages: [Page]
  var catalog: Catalog
}

// MARK: File

/// A line of JSON, then the issues that were read, then the answers' bytes one after the other.
extension KeptCatalog {
  fileprivate static let version = 2

  var fileBytes: [UInt8] {
    let record = CatalogRecord.bytes(of: catalog)
    var json = JSONWriter()
    json.object { json in
      json.member("version", Self.version)
      json.member("url", url)
      json.member("checked", checked)
      json.key("read")
      json.object { json in
        json.member("version", CatalogRecord.version)
        json.member("bytes", record.count)
        json.member("sha256", digest(of: [record]))
      }
      json.member("sha256", digest(of: pages.map(\.answer.bytes)))
      json.key("pages")
      json.array(pages) { json, page in
        json.object { json in
          json.member("request", page.request)
          json.member("url", page.answer.url)
          json.optional("type", page.answer.mediaType)
          json.optional("entityTag", page.answer.validators.entityTag)
          json.optional("lastModified", page.answer.validators.lastModified)
          if let signature = page.signature {
            json.member("key", signature.key)
            json.member("signed", signature.time)
          }
          json.member("bytes", page.answer.bytes.count)
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")] + record + pages.flatMap(\.answer.bytes)
  }
}

/// The file of a kept catalog. Its content is read on demand.
struct KeptCatalogFile {
  /// The catalog's URL.
  let url: String
  /// The time of the last successful request to the server; seconds since 1970.
  let checked: Int
  private let bytes: FileBytes
  private let head: JSONDocument
  /// The offset of the read result, and the answers.
  private let recordStart: Int
  private let answersStart: Int

  /// Returns nil for a file of another kind or version.
  init?(_ bytes: FileBytes) {
    var count = 4_096
    while !bytes.prefix(count).contains(UInt8(ascii: "\n")) {
      guard count < bytes.count else { return nil }
      count *= 8
    }
    let line = Array(bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") })
    guard let head = try? JSONDocument(line), let url = head.root["url"]?.text,
      head.root["version"]?.numberText == "\(KeptCatalog.version)",
      let checked = try? head.root.integer("checked", in: 0...Int.max),
      let recordCount = try? head.root["read"]?.integer(
        "bytes", in: 0...bytes.count - line.count - 1)
    else { return nil }
    (self.bytes, self.head, self.url, self.checked) = (bytes, head, url, checked)
    recordStart = line.count + 1
    answersStart = recordStart + recordCount
  }

  /// The read result or, if it is damaged, the answers read again; nil if they are damaged too.
  var catalog: Catalog? {
    let (record, known) = (bytes.prefix(answersStart).dropFirst(recordStart), head.root["read"])
    if known?["version"]?.numberText == "\(CatalogRecord.version)",
      known?["sha256"]?.text == digest(of: [Array(record)]),
      let catalog = CatalogRecord.catalog(in: record)
    {
      return catalog
    }
    return pages.flatMap(CatalogWalk.catalog)
  }

  /// The answers; nil if they are damaged.
  var pages: [KeptCatalog.Page]? {
    var rest = bytes.prefix(bytes.count).dropFirst(answersStart)
    var pages: [KeptCatalog.Page] = []
    for page in head.root["pages"]?.list ?? [] {
      guard let request = page["request"]?.text, let address = page["url"]?.text,
        let count = try? page.integer("bytes", in: 0...rest.count)
      else { return nil }
      let validators = FetchValidators(
        entityTag: page["entityTag"]?.text, lastModified: page["lastModified"]?.text)
      pages.append(
        KeptCatalog.Page(
          request: request,
          answer: FetchedAnswer(
            bytes: Array(rest.prefix(count)), url: address, mediaType: page["type"]?.text,
            validators: validators), signature: Self.signature(page)))
      rest = rest.dropFirst(count)
    }
    guard rest.isEmpty, !pages.isEmpty,
      head.root["sha256"]?.text == digest(of: pages.map(\.answer.bytes))
    else { return nil }
    return pages
  }

  /// The signature of the catalog's first part, if all parts were signed by this key; nil otherwise.
  func signature(by key: PublisherKey) -> KeptCatalog.Signature? {
    let signatures = (head.root["pages"]?.list ?? []).map(Self.signature)
    return signatures.allSatisfy { $0?.key == key.text } ? signatures.first ?? nil : nil
  }

  /// The key of the first part's signature.
  var key: PublisherKey? {
    head.root["pages"]?.list?.first.flatMap(Self.signature).flatMap { PublisherKey($0.key) }
  }

  private static func signature(_ page: JSONValue) -> KeptCatalog.Signature? {
    guard let key = page["key"]?.text, let time = try? page["signed"]?.integer() else { return nil }
    return KeptCatalog.Signature(key: key, time: time)
  }
}

/// The SHA-256 of pieces one after the other, in hexadecimal digits.
func digest(of pieces: [[UInt8]]) -> String {
  var hash = SHA256()
  for piece in pieces { piece.withUnsafeBytes { hash.update($0) } }
  return hash.digest().hex
}

/// The SHA-256 of a text.
func digest(of text: String) -> String { digest(of: [Array(text.utf8)]) }
