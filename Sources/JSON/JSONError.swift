/// A problem in a JSON document, with its place.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, such as `pages[3].size`; empty for the document itself.
  public private(set) var path: String
  /// The requirement at the place, or the problem.
  public let sentence: String

  /// A problem of the current value; the values around it add the place.
  public init(_ sentence: String) {
    path = ""
    self.sentence = sentence
  }

  /// `pages[3].size: expected two numbers`
  public var description: String { path.isEmpty ? sentence : "\(path): \(sentence)" }

  /// The same error with its place extended by the member `name`. Paths are built while an error
  /// travels up, so that they cost nothing without an error.
  package func inside(_ name: String) -> JSONError {
    var error = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    error.path = name + separator + path
    return error
  }

  /// The same error as it is seen from around an array.
  package func inside(_ index: Int) -> JSONError { inside("[\(index)]") }
}
