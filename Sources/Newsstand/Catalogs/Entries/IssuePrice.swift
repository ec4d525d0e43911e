/// A price in a feed: an amount, and a currency of ISO 4217.
struct IssuePrice: Sendable, Hashable {
  /// From 0 to less than a billion.
  let amount: Double
  /// Three capital letters.
  let currency: String

  /// Reads `2.99 EUR`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let amount = Double(parts[0])
    else { return nil }
    self.init(amount: amount, currency: String(parts[1]))
  }

  init?(amount: Double, currency: String) {
    guard amount >= 0, amount < 1e9, currency.utf8.count == 3,
      currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    self.amount = (amount * 1_000).rounded() / 1_000
    self.currency = currency
  }

  /// The amount, without decimals if it is whole and otherwise with two or more.
  var number: String {
    if amount == amount.rounded() { return "\(Int(amount))" }
    let text = "\(amount)"
    let decimals = text.utf8.count - 1 - text.prefix { $0 != "." }.utf8.count
    return decimals < 2 ? text + "0" : text
  }

  var text: String { "\(number) \(currency)" }
}
