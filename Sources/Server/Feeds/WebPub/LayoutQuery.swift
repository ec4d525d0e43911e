import RectoHTTP
import RectoPageModel

/// The items of a query that lay out what flows, to be handed on to the URLs of pages.
struct LayoutQuery: Sendable {
  private let items: [String]

  private static let names = Set(
    ["page-size", "font-scale", "margin", "theme"] + ReaderStyle.Setting.allCases.map(\.rawValue))

  /// The layout parameters of a request; `QueryParameters.layout` has checked them.
  init(_ target: HTTPTarget) {
    items = target.query.filter { Self.names.contains($0.name) }
      .map { "\($0.name)=\(Locator.href(ofPath: $0.value))" }
  }

  /// Other items with these behind them.
  func added(to query: String) -> String {
    ([query] + items).filter { !$0.isEmpty }.joined(separator: "&")
  }

  /// A URL with these items.
  func added(toURL url: String) -> String {
    items.isEmpty ? url : "\(url)?\(added(to: ""))"
  }
}
