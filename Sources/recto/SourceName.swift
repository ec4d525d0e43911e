import Glibc
import PageModel

/// What a source is called, wherever it lies: the last part of its path.
struct SourceName {
  /// Such as `issue.pdf`; of `.` and `..` the name that the folder has. `/` has none.
  let fileName: String
  /// The same without its extension and without dots before it, which would hide what is named after
  /// it; `page` where nothing is left.
  let stem: String

  /// Of a path, or of `standard input`. Calls `realpath` where the path does not say the name.
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
