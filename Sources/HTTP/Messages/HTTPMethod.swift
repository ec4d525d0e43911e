/// What a request asks to be done (RFC 9110, section 9). Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable {
  /// As it was sent.
  public let rawValue: String

  /// The method of this name, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// What is at the target.
  public static let get = HTTPMethod(rawValue: "GET")
  /// The same without its body, which the server leaves out by itself.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Something is handed in.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Something takes the target's place.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// The target is removed.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// What the target can do.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
}
