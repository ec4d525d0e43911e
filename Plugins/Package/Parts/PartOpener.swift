import RectoPageModel

/// Opens the parts of a package with the given backends.
struct PartOpener {
  let files: any SourceFiles
  let backends: [PartBackend]
  let options: OpenOptions
  /// The package's own path, before those of its parts.
  let packagePath: String

  /// Bytes of one file: as an archive may have.
  private static let maximumBytes = 256 << 20

  /// A file or folder of the package as a source.
  ///
  /// Throws `damaged` if it is not there, and what reading throws.
  func source(_ path: RelativePath) throws(PageError) -> Source {
    // Nothing beside a part in an archive is on the disk, and beside one in a folder is the folder.
    let name = "\(packagePath)/\(path.text)"
    if files.contains(path) {
      return Source(
        path: name, content: .file(try files.read(path, limit: Self.maximumBytes)))
    }
    guard !files.entries(in: path).isEmpty else {
      throw PageError(.damaged, "\(path.text.printable) is not in the package")
    }
    return Source(path: name, content: .files(FilesBelow(files, folder: path)))
  }

  /// Opens a source with the backend that is surest of it.
  ///
  /// Throws `unsupported` if none is, and what the backend throws.
  func open(_ source: Source) throws(PageError) -> any Publication {
    guard let backend = best(for: source)?.backend else {
      throw PageError(.unsupported, "no built-in backend can read it")
    }
    return try backend.open(source, options: options)
  }

  /// The surest backend; of several the one with the preferred engine, else the first.
  func best(for source: Source) -> (backend: PartBackend, confidence: Confidence)? {
    let probe = SourceProbe(source)
    var best: (backend: PartBackend, confidence: Confidence)?
    for backend in backends {
      let confidence = backend.backend.recognizes(probe)
      let isPreferred =
        options.engine != nil && backend.backend.engine == options.engine
        && confidence == best?.confidence
      if isPreferred || confidence > best?.confidence ?? .none { best = (backend, confidence) }
    }
    return best
  }
}
