import Archives
import PageModel

/// Packages: folders and ZIP archives with a `recto.json` that makes several parts one publication,
/// and archives that hold one publication of another backend.
///
/// It reads nothing by itself: parts are opened with the backends that it is given. Archives are
/// read in place.
public struct PackageBackend: HelperBackend {
  private let parts: [any PageBackend]

  /// `parts` read what packages hold.
  public init(parts: [any PageBackend]) { self.parts = parts }

  public var id: String { "package" }

  /// The version names those of all parts' backends: any of them may have drawn a page.
  public var info: BackendInfo {
    let infos = parts.map(\.info)
    return BackendInfo(
      id: id, version: (["1"] + infos.map { "\($0.id)-\($0.version)" }).joined(separator: "+"),
      mediaTypes: ["application/zip", "application/vnd.baker.hpub+zip"],
      fileExtensions: fileExtensions,
      capabilities: Capability.allCases.filter { ![.layers, .pdf].contains($0) })
  }

  /// HPub has one of its own for archives of HTML.
  public let fileExtensions = ["zip", "hpub"]

  public func preload() { for backend in parts { backend.preload() } }

  public var readablePaths: [String] { parts.flatMap(\.readablePaths) }

  /// Sure of a folder with a `recto.json`. Of an archive's content only its being one is seen
  /// before it is opened in a worker, where the others are asked; comic books are left to those who
  /// know them, and what says by its first entry what it is, to whoever that is.
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

  /// Makes the helpers of all parts' backends ready; what is missing is said by the part that needs
  /// it.
  public func prepareHelper() throws(PageError) -> any HelpedBackend {
    let helped = HelpedPackageBackend(parts: parts)
    helped.prepare()
    return helped
  }

  /// Throws `unsupported` for what holds no publication, `damaged` for a manifest that makes no
  /// sense, and what the archive and the parts' backends throw.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    try HelpedPackageBackend(parts: parts).open(source, options: options)
  }
}
