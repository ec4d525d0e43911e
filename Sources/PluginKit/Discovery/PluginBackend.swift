import RectoPageModel
import Synchronization

/// A backend in a shared library. Its manifest describes it and the sources that it reads; the
/// library is loaded when the first source is opened.
public struct PluginBackend: PageBackend {
  /// The plugin's manifest.
  public let manifest: PluginManifest
  /// Its absolute path.
  public let manifestPath: String
  private let library = LoadedLibrary()

  /// Reads the manifest at an absolute path. Throws as `PluginManifest.init(path:)`, and
  /// `notInstalled` for a plugin of another version of the interface.
  public init(manifestPath: String) throws(PageError) {
    manifest = try PluginManifest(path: manifestPath)
    self.manifestPath = manifestPath
    if let problem = manifest.versionProblem { throw PageError(.notInstalled, problem) }
  }

  /// The library's place, beside the manifest.
  public var libraryPath: String { folderPrefix(of: manifestPath) + manifest.library }

  /// The id in the manifest.
  public var id: String { manifest.id }

  /// The info in the manifest, without loading the library.
  public var info: BackendInfo {
    BackendInfo(
      id: manifest.id, version: manifest.version, mediaTypes: manifest.mediaTypes,
      fileExtensions: manifest.fileExtensions, capabilities: manifest.capabilities)
  }

  /// Certain if enough magic bytes match; by name if the manifest lists none.
  public func recognizes(_ probe: SourceProbe) -> Confidence {
    let byContent = manifest.magic.map { $0.match(probe) }.max() ?? .none
    if byContent > .none { return byContent }
    let fitsName = manifest.fileExtensions.contains(probe.fileExtension)
    return fitsName && manifest.magic.isEmpty ? .byName : .none
  }

  /// Loads the library if needed, so call it in a worker. Throws what `PluginLibrary` and the
  /// plugin throw, and `damaged` for invalid answers.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    if case .files = source.content {
      throw PageError(
        .unsupported, "\(manifest.name) reads files, and folders only if they are on the disk")
    }
    let library = try library.load(path: libraryPath, name: manifest.name)
    return try ChannelPublication(
      PluginChannel(opening: source, with: library, options: options))
  }

  /// The traits in the manifest. The plugin reads files beside a source if the manifest names
  /// extensions of such files.
  public var sourceTraits: SourceTraits { manifest.sourceTraits }

  /// For each of the manifest's extensions: in place of the source's own, and after it.
  public func companions(ofSourceAt path: String) -> [String] {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let stem = name.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return manifest.companionExtensions.flatMap { ["\(stem).\($0)", "\(path).\($0)"] }
  }

  /// The library, and the paths in the manifest.
  public var readablePaths: [String] { [libraryPath] + manifest.readablePaths }
}

/// A library that is loaded once.
private final class LoadedLibrary: Sendable {
  private let library = Mutex<PluginLibrary?>(nil)

  func load(path: String, name: String) throws(PageError) -> PluginLibrary {
    try library.withLock { library throws(PageError) in
      if let library { return library }
      let loaded = try PluginLibrary(path: path, name: name)
      library = loaded
      return loaded
    }
  }
}
