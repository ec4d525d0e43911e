/// The reason why an operation of a server failed.
public struct HTTPError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: Sendable {
    /// The address does not belong to this machine, or is invalid.
    case badAddress
    /// Another program has the port.
    case portTaken
    /// The port is for privileged programs.
    case notPermitted
    /// The system is out of descriptors or memory.
    case cannotStart
    /// A file for a response cannot be read.
    case noSuchFile
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence for people, without a full stop.
  public let message: String

  /// An error of a kind, with its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
