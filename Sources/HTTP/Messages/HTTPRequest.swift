/// A client's request, with the whole of its body.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// With what.
  public var target: HTTPTarget
  /// The header as it was sent.
  public var headers: HTTPHeaders
  /// At most `HTTPLimits.bodyBytes`.
  public var body: [UInt8]
  /// The numeric address at the other end of the connection; empty if there is none.
  public var client: String

  /// A request as a client could send it.
  public init(
    _ method: HTTPMethod, _ target: HTTPTarget, headers: HTTPHeaders = [:], body: [UInt8] = [],
    client: String = ""
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.client = client
  }
}
