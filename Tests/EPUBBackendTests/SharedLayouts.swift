import RectoPageModel
import Synchronization

/// Layouts in memory, which tests look at and change.
final class SharedLayouts: LayoutStore {
  private let entries: Mutex<[LayoutName: (bytes: [UInt8], isLasting: Bool)]>

  /// Holds that pagination, as JSON, or nothing.
  init(pagination: String? = nil) {
    entries = Mutex(
      pagination.map { [LayoutName.pagination: (bytes: Array($0.utf8), isLasting: true)] } ?? [:])
  }

  func layout(_ name: LayoutName) -> [UInt8]? { entries.withLock { $0[name]?.bytes } }

  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {
    entries.withLock { entries in
      if entries[name] == nil { entries[name] = (bytes, isLasting) }
    }
  }

  subscript(name: LayoutName) -> [UInt8]? {
    get { layout(name) }
    set { entries.withLock { $0[name] = newValue.map { (bytes: $0, isLasting: true) } } }
  }

  var names: Set<String> { entries.withLock { Set($0.keys.map(\.text)) } }

  func text(_ name: LayoutName) -> String? {
    layout(name).map { String(decoding: $0, as: UTF8.self) }
  }

  func isLasting(_ name: LayoutName) -> Bool {
    entries.withLock { $0[name]?.isLasting ?? false }
  }
}
