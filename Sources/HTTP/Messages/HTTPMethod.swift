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
  /// Something is handed in.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Something takes the target's place.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// The target is removed.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Requests the methods of the target.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
}
