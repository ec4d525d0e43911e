/// A client's request, with the whole of its body.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The target: path and query.
  public var target: HTTPTarget
  /// The header as it was sent.
  public var headers: HTTPHeaders
  /// The body, at most `HTTPLimits.bodyBytes` long.
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

/// The method of a request (RFC 9110, section 9). Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable {
  /// The method as sent.
  public let rawValue: String

  /// The method of this name, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Requests the content of the target.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Requests the same without its body, which the server itself leaves out.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Submits the body to the target.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces the target by the body.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Removes the target.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Requests the methods of the target.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
}
