/// A part of the site: it declares its routes.
///
/// Requests that keep a worker busy run under `ServerContext.scheduler`. Tags, conditional
/// requests, ranges, compression and CORS are added to every answer by `Delivery`.
protocol Service: Sendable {
  var routes: [Route] { get }
}
