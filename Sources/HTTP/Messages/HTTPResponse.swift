/// The response to a client.
public struct HTTPResponse: Sendable {
  /// The body after the header. A request with HEAD gets the header of GET.
  public enum Body: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// A part of a file, which goes from the kernel to the client without passing through here.
    case file(FileRegion)
    /// A body that is written incrementally, in the task that answered the request. The closure is
    /// cancelled when the client goes or the server stops; an error breaks the connection off, so
    /// that the client notices the missing part. Not called for HEAD.
    case stream(@Sendable (BodyWriter) async throws -> Void)
  }

  /// The outcome.
  public var status: HTTPStatus
  /// The header. The server adds length, date and connection.
  public var headers: HTTPHeaders
  /// The body.
  public var body: Body

  /// An answer of these parts.
  public init(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Bytes of a media type, such as `image/png`.
  public init(_ bytes: [UInt8], type: String, status: HTTPStatus = .ok) {
    self.init(status, headers: ["Content-Type": type], body: .bytes(bytes))
  }

  /// A sentence for people.
  public init(_ sentence: String, status: HTTPStatus = .ok) {
    self.init(Array((sentence + "\n").utf8), type: "text/plain; charset=utf-8", status: status)
  }
}
