/// What is wrong in a JSON document, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, such as `pages[3].size`; empty for the document itself.
  public private(set) var path: String
  /// What is wanted there, or what is wrong with it.
  public let sentence: String

  /// What is wrong with the value at hand; those around it add the place.
  public init(_ sentence: String) {
    path = ""
    self.sentence = sentence
  }

  /// `pages[3].size: two numbers are wanted`
  public var description: String { path.isEmpty ? sentence : "\(path): \(sentence)" }

  /// The same error as it is seen from around the member `name`. Paths are put together while an
  /// error travels up, so that they cost nothing where there is none.
  func inside(_ name: String) -> JSONError {
    var error = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    error.path = name + separator + path
    return error
  }

  /// The same error as it is seen from around an array.
  func inside(_ index: Int) -> JSONError { inside("[\(index)]") }
}
