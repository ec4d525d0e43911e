/// Finds the route of a path: the first whose pattern is the path's.
struct Router: Sendable {
  /// All routes, in the order in which they are tried.
  let routes: [Route]

  init(_ services: [any Service]) {
    routes = services.flatMap(\.routes)
  }

  func match(_ path: [String]) -> (route: Route, parameters: PathParameters)? {
    for route in routes {
      if let parameters = route.pattern.parameters(of: path) { return (route, parameters) }
    }
    return nil
  }
}
