/// The name of a file below a publication's folder, as a layout or a story writes it.
public struct RelativePath: Sendable, Hashable {
  /// Separated by `/`, without `.` and empty components.
  public let components: [String]

  public var text: String { components.joined(separator: "/") }

  /// Throws a sentence for a path that leads elsewhere: an absolute path, `..` past the folder, a
  /// URL.
  public init(_ written: String, from folder: RelativePath? = nil) throws(InvalidPath) {
    guard !written.isEmpty, written.utf8.count <= 1024, !written.utf8.contains(0) else {
      throw InvalidPath(sentence: "must be the name of a file")
    }
    guard !written.contains("://"), !written.hasPrefix("data:") else {
      throw InvalidPath(
        sentence: "must be a file of the publication: nothing is fetched from elsewhere")
    }
    guard written.unicodeScalars.first != "/" else {
      throw InvalidPath(
        sentence: "must be a path from the publication's folder, not from the root")
    }
    var components = folder?.components ?? []
    // By scalars: a separator with an accent upon it is a separator for the kernel.
    for part in written.unicodeScalars.split(separator: "/").map(String.init) where part != "." {
      if part == ".." {
        guard components.popLast() != nil else {
          throw InvalidPath(sentence: "must not lead out of the publication's folder")
        }
      } else {
        components.append(part)
      }
    }
    guard !components.isEmpty else { throw InvalidPath(sentence: "must be the name of a file") }
    self.components = components
  }

  init(components: [String]) { self.components = components }

  /// The folder that paths in this file are relative to; nil for the publication's own folder.
  public var folder: RelativePath? {
    components.count > 1 ? RelativePath(components: Array(components.dropLast())) : nil
  }

  /// The lower-case extension without its dot, or the empty string.
  public var fileExtension: String {
    RectoPageModel.fileExtension(ofName: components.last ?? "")
  }
}

/// The reason why a path is invalid, to be appended to the name of the path's owner.
public struct InvalidPath: Error, Sendable, Hashable {
  public let sentence: String
}
