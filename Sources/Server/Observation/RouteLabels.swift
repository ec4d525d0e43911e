/// The routes that figures are kept for. Their number is bounded, whatever clients ask for.
struct RouteLabels {
  private var known: Set<String> = []

  /// The label of a route: its own where a service has answered it once with something, or `other`.
  /// Paths that lead nowhere and requests without a token therefore make no labels.
  mutating func label(of route: String, status: Int) -> String {
    if known.contains(route) { return route }
    guard status < 400, known.count < Self.capacity else { return Self.other }
    known.insert(route)
    return route
  }

  /// More than there are routes.
  static let capacity = 200
  static let other = "other"
}
