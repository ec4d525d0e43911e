import RectoJSON
import RectoMarkup
import RectoPageModel
import RectoPluginKit

/// The id that is missing.
let missingID = NewsstandError(.badCatalog, "it has no id")

/// A line of a catalog's text, cleaned for display; nil if nothing is left of it.
func shownLine(_ text: String?, _ count: Int = CatalogLimits.line) -> String? {
  guard let text else { return nil }
  let line = DisplayText(text, maximumCount: count).text
  return line.isEmpty ? nil : line
}

/// The lines of a list, as many as anybody reads.
func shownLines(_ texts: [String]) -> [String] {
  texts.prefix(CatalogLimits.list).compactMap { shownLine($0) }
}

/// A description on one line, without the markup that it may have.
func shownSummary(_ text: String?) -> String? {
  guard let text, text.contains("</") || text.contains("<br") || text.contains("<p>") else {
    return shownLine(text, CatalogLimits.summary)
  }
  // Far more than is shown, and little enough to be parsed at once.
  let part = String(text.prefix(16 * CatalogLimits.summary))
  let plain = try? XMLDocument(FileBytes(Array(part.utf8)), as: .html).withRoot(shownText)
  return shownLine(plain ?? text, CatalogLimits.summary)
}

/// The text of HTML that a browser would show, with a space where a block begins or ends. The parser
/// limits how deep elements lie in each other.
private func shownText(_ element: XMLElement) -> String {
  element.text { inner in
    switch inner.name {
    case "script", "style", "template", "head": ""
    case "br", "hr": " "
    case "p", "div", "ul", "ol", "li", "table", "tr", "td", "th", "blockquote", "section",
      "article",
      "h1", "h2", "h3", "h4", "h5", "h6":
      " \(shownText(inner)) "
    default: nil
    }
  }
}

/// A length in bytes, from text. Throws `badCatalog` if it is invalid.
func checkedSize(_ text: String) throws(NewsstandError) -> Int {
  guard let size = Int(text), (1..<1 << 53).contains(size) else {
    throw NewsstandError(
      .badCatalog, "its size is \(printable(text)): expected a whole number of at least 1")
  }
  return size
}

/// 64 hexadecimal digits, made lower-case. Throws `badCatalog` for anything else.
func checkedDigest(_ text: String) throws(NewsstandError) -> String {
  let isHexadecimal = text.utf8.allSatisfy { byte in
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
  guard text.utf8.count == 64, isHexadecimal
  else {
    throw NewsstandError(
      .badCatalog, "its SHA-256 is \(printable(text)): expected 64 hexadecimal digits")
  }
  return text.lowercased()
}

/// The media type without parameters and in lower case; nil if it is invalid (RFC 6838, 4.2).
func checkedMediaType(_ text: String?) -> String? {
  guard let text, let type = text.utf8.split(separator: UInt8(ascii: ";"), maxSplits: 1).first
  else { return nil }
  let parts = type.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  let isType = parts.allSatisfy { part in
    !part.isEmpty && part.count <= 127
      && part.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || (0x30...0x39).contains($0)
          || "!#$&-^_.+".utf8.contains($0)
      }
  }
  return parts.count == 2 && isType ? Substring(type).lowercased() : nil
}

/// True if the price is that of a free issue.
func isNothing(_ price: String) -> Bool {
  let price = price.lowercased()
  return ["free", "gratis", ""].contains(price)
    || !price.utf8.contains { (0x31...0x39).contains($0) }
      && price.utf8.contains { $0 == 0x30 }
}
