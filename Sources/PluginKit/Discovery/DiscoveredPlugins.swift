/// The result of `PluginDiscovery`.
public struct DiscoveredPlugins: Sendable {
  /// One for each id.
  public var plugins: [PluginBackend] = []
  /// The reasons why others are not among them.
  public var findings: [PluginFinding] = []
}
