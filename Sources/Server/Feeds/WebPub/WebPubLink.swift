import RectoJSON
import RectoPageModel

/// A Link Object of the Readium Web Publication Manifest, which OPDS 2.0 has as well.
struct WebPubLink: JSONRepresentable, Sendable {
  let href: String
  let type: String
  var relations: [String] = []
  var title: String?
  /// In pixels.
  var size: PixelSize?
  /// The side of a page in a spread: `left`, `right` or `center`.
  var side: String?
  /// The size of the file.
  var byteCount: Int?
  /// True if `href` is a template (RFC 6570).
  var isTemplate = false

  func write(to json: inout JSONWriter) {
    json.object { json in
      if relations.count == 1 {
        json.member("rel", relations[0])
      } else if !relations.isEmpty {
        json.key("rel")
        json.array(relations) { $0.value($1) }
      }
      json.member("href", href)
      json.member("type", type)
      if isTemplate {
        json.member("templated", true)
      }
      json.optional("title", title)
      if let size {
        json.member("width", size.width)
        json.member("height", size.height)
      }
      // The schema knows no empty files.
      if let byteCount, byteCount > 0 {
        json.member("size", byteCount)
      }
      if let side {
        json.key("properties")
        json.object { $0.member("page", side) }
      }
    }
  }
}
