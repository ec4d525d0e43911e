import Glibc
import Synchronization

/// The hyphenation dictionaries of a folder, each read when it is first asked for and then kept.
///
/// May be used from several threads.
public final class HyphenationDictionaries: Sendable {
  /// The folder in which Debian's `hyphen-` packages install dictionaries.
  public static let systemFolder = "/usr/share/hyphen"

  /// One file, read under a lock of its own: the languages do not wait for each other.
  private final class Slot: Sendable {
    private enum Content {
      case unread
      case read(HyphenationDictionary?)
    }

    private let content = Mutex(Content.unread)

    let path: String

    init(path: String) { self.path = path }

    /// Reads the file at the first call; nil if it cannot be read.
    func dictionary() -> HyphenationDictionary? {
      content.withLock { content in
        if case .read(let dictionary) = content { return dictionary }
        let dictionary = HyphenationDictionary(path: path)
        content = .read(dictionary)
        return dictionary
      }
    }
  }

  private struct State {
    var names: DictionaryNames?
    /// The slots by file name; links to one file share a slot.
    var slots: [String: Slot] = [:]
  }

  private let folder: String
  private let state = Mutex(State())

  /// Reads the folder at the first request for a dictionary; a missing folder has none.
  public init(folder: String = HyphenationDictionaries.systemFolder) { self.folder = folder }

  /// The dictionary for a BCP 47 tag, or the nearest one of the same language: `en` gives American
  /// patterns, `de-LI` German ones. Nil if the language has none.
  ///
  /// The first request reads the file, which takes about 20 ms.
  public func dictionary(for language: String) -> HyphenationDictionary? {
    guard let tag = LanguageTag(language) else { return nil }
    return slot(for: tag)?.dictionary()
  }

  private func slot(for tag: LanguageTag) -> Slot? {
    state.withLock { state in
      let names = state.names ?? DictionaryNames(folder: folder)
      state.names = names
      guard let file = names.file(for: tag) else { return nil }
      if let known = state.slots[file] { return known }
      let path = Self.resolved("\(folder)/\(file)")
      let slot = state.slots.values.first { $0.path == path } ?? Slot(path: path)
      state.slots[file] = slot
      return slot
    }
  }

  /// The path without links: countries that share a dictionary have links to it. Calls `realpath`.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
