import RectoJSON
import RectoNewsstand
import RectoPageModel

/// The origin of prices and purchases: the shop's answer, or the stored one.
struct ShopReport {
  private let state: ShopState?
  private let age: Double?

  /// Asks the shop, if there is one. Failures go to standard error, with the age of the answer that
  /// is used instead.
  init(_ newsstand: Newsstand) async throws {
    if await newsstand.shop != nil {
      do throws(NewsstandError) {
        try await newsstand.refreshPurchases()
      } catch {
        guard error.code != .cancelled else { throw error }
      }
    }
    state = await newsstand.shop
    age = await newsstand.shopAge
    guard let state, let error = state.error else { return }
    switch state.source {
    case .shop: break
    case .kept:
      let time = age.map { "from \(timeSpan(seconds: $0)) ago" } ?? "from an earlier time"
      Diagnostics.line("recto: prices and purchases are \(time): \(error.message)")
    case .none:
      Diagnostics.line("recto: prices are those of the catalogs: \(error.message)")
    }
  }

  /// Reports on standard error that prices and purchases are current, if the shop has answered.
  func reportSource() {
    guard let state, state.source == .shop else { return }
    Diagnostics.line("recto: prices and purchases are current")
  }

  /// `"shop": {"source","age","error"}`; nothing without a shop.
  func write(to json: inout JSONWriter) {
    guard let state else { return }
    json.key("shop")
    json.object { json in state.writeMembers(age: age, to: &json) }
  }
}

/// A time span for people, in the largest unit that fits.
func timeSpan(seconds: Double) -> String {
  let whole = Int(min(max(seconds, 0), 1e12))
  let (count, unit) =
    switch whole {
    case ..<60: (whole, "second")
    case ..<3_600: (whole / 60, "minute")
    case ..<86_400: (whole / 3_600, "hour")
    default: (whole / 86_400, "day")
    }
  return "\(count) \(unit)\(count == 1 ? "" : "s")"
}
