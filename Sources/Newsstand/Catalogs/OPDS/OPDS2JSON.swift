import RectoJSON
import RectoPluginKit

/// A text that a manifest may have in several languages (RWPM, language maps).
struct LocalizedText: Sendable, Hashable {
  /// In the language that is wanted, else without one, in English, or in the first.
  let text: String
  /// By BCP 47 tag; empty where there is only one.
  let others: [String: String]

  /// Returns nil if no part of it can be shown.
  init?(_ value: JSONValue, language: String? = nil) {
    if let text = value.text {
      guard let line = shownLine(text) else { return nil }
      (self.text, others) = (line, [:])
      return
    }
    var texts: [(tag: String, text: String)] = []
    try? value.members { tag, value in
      if texts.count < 100, tag.utf8.count <= 35, let line = shownLine(value.text) {
        texts.append((tag, line))
      }
    }
    let wanted = [language, "und", "en"].compactMap { $0 }
    guard
      let best = wanted.lazy.compactMap({ tag in texts.first { $0.tag == tag } }).first
        ?? texts.first
    else { return nil }
    text = best.text
    others = Dictionary(
      texts.filter { $0.tag != "und" }.map { ($0.tag, $0.text) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension JSONValue {
  var boolean: Bool? { try? bool() }

  /// A number as people write it.
  var numberText: String? {
    if let whole = try? integer() { return "\(whole)" }
    return (try? number()).map { "\($0)" }
  }

  /// Like the subscript, for a name that is not known beforehand.
  func named(_ name: String) -> JSONValue? {
    var found: JSONValue?
    try? members { other, value in if other == name, !value.isNull { found = found ?? value } }
    return found
  }

  /// The links of a feed or a publication that have an address.
  var links: [OPDSLink] { (self["links"]?.list ?? []).prefix(200).compactMap { OPDSLink($0) } }
}

extension OPDSLink {
  /// Returns nil for a link without an address, or with a template.
  init?(_ link: JSONValue) {
    guard let href = link["href"]?.text, link["templated"]?.boolean != true else { return nil }
    let properties = link["properties"]
    self.init(
      relations: (link["rel"]?.values ?? []).compactMap(\.text), href: href,
      mediaType: link["type"]?.text, size: link["size"].map { $0.numberText ?? $0.text ?? "?" },
      sha256: properties?["sha256"]?.text, price: properties?["price"].flatMap(Self.price),
      productID: shownLine(properties?["productID"]?.text))
  }

  private static func price(_ price: JSONValue) -> String? {
    guard let amount = try? price["value"]?.number(), let currency = price["currency"]?.text else {
      return nil
    }
    return IssuePrice(amount: amount, currency: currency)?.text
  }
}
