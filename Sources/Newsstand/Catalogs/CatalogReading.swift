import RectoPageModel
import RectoPluginKit

/// Reads a catalog, recognizing its format by content.
///
/// An invalid entry is left out and named in `problems`; the others are kept. Throws `badCatalog`
/// if the bytes are not a catalog, or if it has no valid entry, and `tooLarge` beyond
/// `CatalogLimits`.
///
/// - Parameters:
///   - url: The source of the bytes after all redirects, which resolves relative references.
///     Without one (an empty text) there must not be any.
///   - mediaType: As the server says; it only makes for better sentences.
public func readCatalog(
  _ bytes: [UInt8], url: String, mediaType: String? = nil
) throws(NewsstandError) -> Catalog {
  guard bytes.count <= CatalogLimits.bytes else {
    throw NewsstandError(
      .tooLarge,
      "the catalog has \(bytes.count >> 20) MiB: at most \(CatalogLimits.bytes >> 20) MiB are read")
  }
  var bytes = bytes
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  let base = CatalogBase(url)
  if bytes.starts(with: Array("bplist".utf8)) {
    return try readPropertyListCatalog(try BinaryPropertyList.read(bytes), base: base)
  }
  // XML allows nothing before its declaration, and some servers send empty lines there.
  let content = bytes.drop { " \t\r\n".utf8.contains($0) }
  if content.count < bytes.count { bytes = Array(content) }
  switch bytes.first {
  case nil: throw NewsstandError(.badCatalog, "the catalog is empty: check its address")
  case UInt8(ascii: "{"), UInt8(ascii: "["): return try readJSONCatalog(bytes, base: base)
  case UInt8(ascii: "<"), 0xFE, 0xFF:
    guard !looksLikeWebPage(bytes) else { throw webPage }
    return try readXMLCatalog(bytes, base: base)
  default:
    guard mediaType?.lowercased().hasPrefix("text/html") != true else { throw webPage }
    throw NewsstandError(
      .badCatalog, "this is not a catalog: it is neither JSON nor XML nor a property list")
  }
}

private func looksLikeWebPage(_ bytes: [UInt8]) -> Bool {
  let start = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased().trimmedStart
  return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<body")
}

extension String {
  fileprivate var trimmedStart: Substring { drop(while: \.isWhitespace) }
}

/// The web page that a hotel's network returns for every address.
let webPage = NewsstandError(
  .badCatalog,
  "this is a web page and not a catalog: check the address, and log in to the network if it asks")
