/// The name of a file below a publication's folder, as a layout or a story writes it.
struct RelativePath: Sendable, Hashable {
  /// Parted by `/`, without `.` and empty components.
  let components: [String]

  var text: String { components.joined(separator: "/") }

  /// Throws a sentence for what leads elsewhere: an absolute path, `..` past the folder, a URL.
  init(_ written: String, from folder: RelativePath? = nil) throws(PathComplaint) {
    guard !written.isEmpty, written.utf8.count <= 1024, !written.utf8.contains(0) else {
      throw PathComplaint(sentence: "must be the name of a file")
    }
    guard !written.contains("://"), !written.hasPrefix("data:") else {
      throw PathComplaint(
        sentence: "must be a file of the publication: nothing is fetched from elsewhere")
    }
    guard !written.hasPrefix("/") else {
      throw PathComplaint(
        sentence: "must be a path from the publication's folder, not from the root")
    }
    var components = folder?.components ?? []
    for part in written.split(separator: "/") where part != "." {
      if part == ".." {
        guard components.popLast() != nil else {
          throw PathComplaint(sentence: "must not lead out of the publication's folder")
        }
      } else {
        components.append(String(part))
      }
    }
    guard !components.isEmpty else { throw PathComplaint(sentence: "must be the name of a file") }
    self.components = components
  }

  private init(components: [String]) { self.components = components }

  /// Where paths in this file begin; nil for the publication's folder itself.
  var folder: RelativePath? {
    components.count > 1 ? RelativePath(components: Array(components.dropLast())) : nil
  }

  /// The lower-case extension without its dot, or the empty string.
  var fileExtension: String {
    guard let name = components.last, let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

struct PathComplaint: Error, Sendable, Hashable {
  let sentence: String
}
