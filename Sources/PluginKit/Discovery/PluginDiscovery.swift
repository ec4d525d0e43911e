import Glibc
import RectoPageModel

/// Looks for plugins in the folders where they are installed. It reads manifests and loads
/// nothing.
public struct PluginDiscovery: Sendable {
  /// The searched folders in their order: of two plugins with the same id the first one is used.
  public let folders: [String]

  /// Looks in these folders, which should be absolute paths.
  public init(folders: [String]) {
    self.folders = folders
  }

  /// The folders of `$RECTO_PLUGIN_PATH`, then `recto/plugins` in `$XDG_DATA_HOME` or
  /// `~/.local/share`, then `/usr/lib/recto/plugins`. Relative paths are ignored, so that nothing
  /// depends on the folder in which a program is started.
  public init() {
    self.init(environment: environmentVariable)
  }

  /// The same with other variables than the process has.
  public init(environment: (String) -> String?) {
    let named = environment("RECTO_PLUGIN_PATH")?.split(separator: ":").map(String.init) ?? []
    let data = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let own = data ?? environment("HOME").map { "\($0)/.local/share" }
    folders =
      (named + [own.map { "\($0)/recto/plugins" }, "/usr/lib/recto/plugins"].compactMap { $0 })
      .filter { $0.hasPrefix("/") }
  }

  /// The installed plugins, and the problems of the others. `builtIn` are ids that are taken.
  public func find(builtIn: [String] = []) -> DiscoveredPlugins {
    var found = DiscoveredPlugins()
    var places = Dictionary(builtIn.map { ($0, "built in") }, uniquingKeysWith: { a, _ in a })
    for path in manifestPaths(&found.findings) {
      do throws(PageError) {
        let plugin = try PluginBackend(manifestPath: path)
        guard access(plugin.libraryPath, R_OK) == 0 else {
          throw PageError(
            .notInstalled, "its library \(plugin.manifest.library) is not beside it: install it")
        }
        if let place = places[plugin.id] {
          found.findings.append(
            PluginFinding(
              path: path, isShadowed: true,
              sentence: "the id \(plugin.id) is taken by a backend found earlier: \(place)"))
        } else {
          places[plugin.id] = path
          found.plugins.append(plugin)
        }
      } catch {
        found.findings.append(
          PluginFinding(path: path, isShadowed: false, sentence: error.message))
      }
    }
    return found
  }

  /// In the order of the folders, and by name in each. A folder that does not exist has none.
  private func manifestPaths(_ findings: inout [PluginFinding]) -> [String] {
    var paths: [String] = []
    var seen: Set<String> = []
    for folder in folders where isFolder(folder) && seen.insert(folder).inserted {
      do throws(PageError) {
        let names = try folderEntries(of: folder)
        paths += names.filter { $0.hasSuffix(PluginManifest.fileSuffix) }.sorted()
          .map { "\(folder)/\($0)" }
      } catch {
        findings.append(PluginFinding(path: folder, isShadowed: false, sentence: error.message))
      }
    }
    return paths
  }
}
