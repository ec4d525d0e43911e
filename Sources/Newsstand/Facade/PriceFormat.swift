import CRectoUnicode

/// Prices in the form of a language: `2.99 EUR` is `€2.99` in English and `2,99 €` in German.
public struct PriceFormat: Sendable, Hashable {
  private let locale: String

  /// - Parameter language: A BCP 47 tag, such as `de-AT`; English for nil.
  public init(language: String?) {
    locale = localeName(language ?? "en")
  }

  /// The price as the language writes it; unchanged if it is not an amount and a currency of ISO
  /// 4217. Calls `unum_formatDoubleCurrency`.
  public func text(_ price: String) -> String {
    guard let price = IssuePrice(price) else { return price }
    let currency = Array(price.currency.utf16) + [0]
    var text = [UInt16](repeating: 0, count: 100)
    let length = unicode_format_price(
      locale, price.amount, currency, &text, Int32(text.count))
    guard length > 0 else { return price.text }
    return String(decoding: text.prefix(Int(length)), as: UTF16.self)
  }
}
