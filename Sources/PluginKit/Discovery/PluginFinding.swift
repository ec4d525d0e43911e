/// The reason why a plugin cannot be used.
public struct PluginFinding: Sendable, Hashable, CustomStringConvertible {
  /// The path of the manifest, or of a folder that cannot be read.
  public var path: String
  /// True if nothing is wrong with the plugin, but another one with its id comes first.
  public var isShadowed: Bool
  /// The problem, in the form of `PageError.message`.
  public var sentence: String

  /// `PATH: sentence`
  public var description: String { "\(path): \(sentence)" }
}
