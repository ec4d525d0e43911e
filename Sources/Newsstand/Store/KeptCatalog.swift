import PageModel
import Pipeline
import PluginKit

/// The answers that a catalog is made of, as they are kept for a time without a network.
struct KeptCatalog: Sendable {
  struct Page: Sendable {
    /// What was asked for.
    var request: String
    var answer: FetchedAnswer
  }

  /// The catalog's URL.
  var url: String
  /// When its server was last asked with success; seconds since 1970.
  var checked: Int
  var pages: [Page]

  /// The page of an earlier time that was asked for by this URL.
  func page(_ request: String) -> Page? { pages.first { $0.request == request } }
}

// MARK: File

/// A line of JSON, and behind it the answers' bytes one after the other.
extension KeptCatalog {
  private static let version = 1

  var fileBytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", Self.version)
      json.member("url", url)
      json.member("checked", checked)
      json.member("sha256", digest(of: pages.map(\.answer.bytes)))
      json.key("pages")
      json.array(pages) { json, page in
        json.object { json in
          json.member("request", page.request)
          json.member("url", page.answer.url)
          json.optional("type", page.answer.mediaType)
          json.optional("entityTag", page.answer.validators.entityTag)
          json.optional("lastModified", page.answer.validators.lastModified)
          json.member("bytes", page.answer.bytes.count)
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")] + pages.flatMap(\.answer.bytes)
  }

  /// Nil for what is no such file, of another version, or not as it was written.
  init?(fileBytes bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let root = try? JSONDocument(Array(bytes[..<end])).root,
      root["version"]?.numberText == "\(Self.version)", let url = root["url"]?.text,
      let checked = try? root.integer("checked", in: 0...Int.max)
    else { return nil }
    var rest = bytes[(end + 1)...]
    var pages: [Page] = []
    for page in root["pages"]?.list ?? [] {
      guard let request = page["request"]?.text, let address = page["url"]?.text,
        let count = try? page.integer("bytes", in: 0...rest.count)
      else { return nil }
      let validators = FetchValidators(
        entityTag: page["entityTag"]?.text, lastModified: page["lastModified"]?.text)
      pages.append(
        Page(
          request: request,
          answer: FetchedAnswer(
            bytes: Array(rest.prefix(count)), url: address, mediaType: page["type"]?.text,
            validators: validators)))
      rest = rest.dropFirst(count)
    }
    guard rest.isEmpty, !pages.isEmpty,
      root["sha256"]?.text == digest(of: pages.map(\.answer.bytes))
    else { return nil }
    self.init(url: url, checked: checked, pages: pages)
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
