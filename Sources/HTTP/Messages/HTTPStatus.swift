/// The outcome of a request (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Sendable, Hashable {
  /// From 200 to 599.
  public let rawValue: Int

  /// The status of this number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Done.
  public static let ok = HTTPStatus(rawValue: 200)
  /// Done, and there is nothing to give.
  public static let noContent = HTTPStatus(rawValue: 204)
  /// It is elsewhere: see `Location`, with GET.
  public static let seeOther = HTTPStatus(rawValue: 303)
  /// The client has it already.
  public static let notModified = HTTPStatus(rawValue: 304)
  /// The request makes no sense.
  public static let badRequest = HTTPStatus(rawValue: 400)
  /// The request is understood and refused.
  public static let forbidden = HTTPStatus(rawValue: 403)
  /// There is nothing at the target.
  public static let notFound = HTTPStatus(rawValue: 404)
  /// The target does not do that: see `Allow`.
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  /// The body is longer than the server takes.
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  /// The request is meant for a server of another name.
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  /// Something went wrong here.
  public static let internalServerError = HTTPStatus(rawValue: 500)
  /// Not now: see `Retry-After`.
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)
}
