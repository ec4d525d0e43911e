/// The reason why a plugin cannot be used.
public struct PluginFinding: Sendable, Hashable, CustomStringConvertible {
  /// The path of the manifest, or of a folder that cannot be read.
  public var path: String
  /// Nothing is wrong with it, and another plugin with its id comes first.
  public var isShadowed: Bool
  /// The problem, in the form of `PageError.message`.
  public var sentence: String

  /// `PATH: sentence`
  public var description: String { "\(path): \(sentence)" }
}
