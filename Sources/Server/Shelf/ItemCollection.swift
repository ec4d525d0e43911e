import Glibc
import RectoPageModel
import RectoPipeline

/// Collects the items that a scan finds, and gives each a unique id.
struct ItemCollection {
  private var items: [ShelfItem] = []
  private var ids: Set<String> = []
  private var warnings: [String] = []

  var isFull: Bool { items.count >= ShelfScan.maximumItems }
  var contents: ShelfContents { ShelfContents(items: items, warnings: warnings) }

  mutating func warn(_ sentence: String) {
    // More warnings would not be read.
    if warnings.count < 100, warnings.last != sentence { warnings.append(sentence) }
  }

  mutating func warnOfFullness() {
    warn(
      "\(ShelfScan.maximumItems) publications were found, which is the limit: others are left out")
  }

  /// Adds the item at a path. `place` is the path below the root. If `isNamed`, the id is made from
  /// `place` alone; else from the root's path too.
  mutating func add(_ path: String, below place: String, of root: ServedRoot, isNamed: Bool) {
    guard !isFull else { return warnOfFullness() }
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

  /// The id: `place` itself if it is short and safe in a URL; else its beginning with unsafe
  /// characters replaced, and a digest. The digest is used instead of a number so that other files
  /// do not change the id.
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
