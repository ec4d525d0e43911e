import Glibc
import RectoPageModel
import RectoPipeline

/// Items as they are found, each under a name of its own.
struct ItemCollection {
  private var items: [ShelfItem] = []
  private var ids: Set<String> = []
  private var warnings: [String] = []

  var isFull: Bool { items.count >= ShelfScan.maximumItems }
  var contents: ShelfContents { ShelfContents(items: items, warnings: warnings) }

  mutating func warn(_ sentence: String) {
    // The maximum number that is worth reading.
    if warnings.count < 100 { warnings.append(sentence) }
  }

  /// Adds the item at a path. `place` is the path below the root; with `isNamed` its id is made of
  /// that alone if possible.
  mutating func add(_ path: String, below place: String, of root: ServedRoot, isNamed: Bool) {
    guard !isFull else {
      return warn(
        "there are more than \(ShelfScan.maximumItems) publications, and the others are left out")
    }
    guard let state = SourceState(path) else { return }
    let fileName = fileName(ofPath: path)
    let suffix = fileExtension(ofName: fileName)
    let name =
      state.byteCount == nil || suffix.isEmpty
      ? fileName : String(fileName.dropLast(suffix.count + 1))
    items.append(
      ShelfItem(
        id: id(place, root, isNamed: isNamed), path: path, name: name, byteCount: state.byteCount,
        modified: state.modified, version: state.version))
  }

  /// The place as it is where that is safe in a URL and of one part; else as much of it as is, with
  /// the start of its digest: another file that comes or goes changes nothing.
  private mutating func id(_ place: String, _ root: ServedRoot, isNamed: Bool) -> String {
    let safe = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
    let plain = place.lowercased().utf8.map { safe.contains($0) ? $0 : UInt8(ascii: "-") }
    let short = String(decoding: plain.prefix(64), as: UTF8.self)
    var id = short
    if !isNamed || short != place || short.hasPrefix(".") {
      let digest = CacheKey(parts: isNamed ? [place] : [root.path, place]).hex
      id = "\(short.drop { $0 == "." })-\(digest.prefix(8))"
    }
    var unique = id
    var number = 2
    while !ids.insert(unique).inserted {
      unique = "\(id)-\(number)"
      number += 1
    }
    return unique
  }
}
