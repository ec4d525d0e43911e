import RectoPageModel

/// One reading of one layout file: the state that all its parts share.
final class LayoutReading {
  let fileName: String
  let findings: Findings
  let files: any SourceFiles
  /// The keys of each kind of object, as far as objects of it were read. A test compares them
  /// with the published schema.
  private(set) var keysByKind: [String: Set<String>] = [:]
  /// Frames, pictures and the like, over all pages and masters.
  private var itemCount = 0
  /// Stories that were named and cannot be read.
  var missingStories: Set<String> = []
  /// The names of colors, which are read first.
  var palette: [String: Color] = [:]

  init(fileName: String, findings: Findings, files: any SourceFiles) {
    self.fileName = fileName
    self.findings = findings
    self.files = files
  }

  func note(keys: Set<String>, ofKind kind: String) {
    keysByKind[kind, default: []].formUnion(keys)
  }

  /// Counts an item; returns false beyond `LayoutLimits.items`.
  func countItem(at value: LayoutValue) -> Bool {
    itemCount += 1
    guard itemCount > LayoutLimits.items else { return true }
    findings.exceed(
      at: value.place, "the layout has more than \(LayoutLimits.items) frames and other items")
    return false
  }
}

/// The limits of a layout, beyond `TreeLimits`. A monthly magazine has some 100 pages with 10 items
/// each.
enum LayoutLimits {
  static let items = 20_000
  static let pages = 10_000
  static let names = 1_000
  /// The maximum side of a page in points, about 5 m.
  static let pageSide = 14_400.0
}
