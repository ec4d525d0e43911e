/// Why something of a server could not be done.
public struct HTTPError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public enum Code: Sendable {
    /// The address is none of this machine's, or cannot be understood.
    case badAddress
    /// Another program has the port.
    case portTaken
    /// The port is for privileged programs.
    case notPermitted
    /// There are no descriptors, or no memory, left.
    case cannotStart
    /// A file for a response cannot be read.
    case noSuchFile
  }

  /// What kind of failure it is.
  public let code: Code
  /// A sentence for people, without a full stop.
  public let message: String

  /// An error of a kind, with its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
