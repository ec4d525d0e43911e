import Glibc
import RectoPageModel

/// The name of a source, wherever it lies: the last part of its path.
struct SourceName {
  /// The file name, such as `issue.pdf`; for `.` and `..` the folder's name; empty for `/`.
  let fileName: String
  /// The name without its extension and without leading dots, which would hide files named after
  /// it; `page` if nothing is left.
  let stem: String

  /// The name of a path, or of `standard input`. Calls `realpath` if the path does not contain the
  /// name.
  init(of source: String) {
    fileName = source == "standard input" ? source : Self.lastPart(of: source)
    guard source != "standard input" else {
      stem = "page"
      return
    }
    let visible = fileName.drop { $0 == "." }
    let dot = isFolder(source) ? nil : visible.lastIndex(of: ".")
    let name = dot.map { visible[..<$0] } ?? visible
    stem = name.isEmpty ? "page" : String(name)
  }

  private static func lastPart(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    guard last.isEmpty || last == "." || last == "..", let real = realpath(path, nil) else {
      return last
    }
    defer { free(real) }
    return String(cString: real).split(separator: "/").last.map(String.init) ?? ""
  }
}
