import RectoArchives
import RectoPageModel

/// Packages: folders and ZIP archives with a `recto.json` that makes several parts one publication,
/// and archives that hold one publication of another backend.
///
/// Parts are opened with the given backends. Archives are read in place.
public struct PackageBackend: SubprocessBackend {
  private let parts: [any PageBackend]

  /// `parts` read what packages hold.
  public init(parts: [any PageBackend]) { self.parts = parts }

  public var id: String { "package" }

  /// The version names those of all parts' backends: any of them may have drawn a page.
  public var info: BackendInfo {
    let infos = parts.map(\.info)
    return BackendInfo(
      id: id, version: (["2"] + infos.map { "\($0.id)-\($0.version)" }).joined(separator: "+"),
      mediaTypes: ["application/zip", "application/vnd.baker.hpub+zip"],
      fileExtensions: fileExtensions,
      capabilities: Self.capabilities)
  }

  /// The capabilities of parts that a package passes on.
  static let capabilities = Capability.provided(by: PackagePublication.self, PackagePage.self)

  /// HPub has one of its own for archives of HTML.
  public let fileExtensions = ["zip", "hpub"]

  public func preload() { for backend in parts { backend.preload() } }

  public var readablePaths: [String] { parts.flatMap(\.readablePaths) }

  /// Certain of a folder with a `recto.json`. The content of an archive is unknown until a worker
  /// opens it and asks the other backends; comic books and archives whose first entry names their
  /// type are left to the backends for them.
  public func recognizes(_ probe: SourceProbe) -> Confidence {
    if probe.isFolder {
      if probe.entries.contains(PackageManifest.fileName) { return .certain }
      return PackageContent.onlyDocument(among: probe.entries) == nil ? .none : .byName
    }
    guard probe.begins(with: Array("PK\u{3}\u{4}".utf8)), probe.fileExtension != "cbz",
      !probe.begins(with: Array("mimetype".utf8), at: 30)
    else { return .none }
    return Confidence(fileExtensions.contains(probe.fileExtension) ? 50 : 25)
  }

  /// Makes the helpers of all parts' backends ready; a part that needs a missing one reports it.
  public func prepareHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    let session = PackageSession(parts: parts)
    session.prepare(clock)
    return session
  }

  /// Throws `unsupported` for a source without a publication, `damaged` for a manifest that makes
  /// no sense, and what the archive and the parts' backends throw.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    try PackageSession(parts: parts).open(source, options: options)
  }
}
