import CRectoPlugin
import RectoPageModel

extension PluginBackend {
  /// The problems of the library, each a sentence: it cannot be loaded, its table is malformed, or
  /// the table lacks an entry for a capability that the manifest declares.
  ///
  /// Loads the library into this process, without a sandbox: only for a plugin that the user wants
  /// to check.
  public func complaints() -> [String] {
    do throws(PageError) {
      let table = try PluginLibrary(path: libraryPath, name: manifest.name).table
      return Capability.allCases.flatMap { capability in
        complaints(about: capability, in: table)
      }
    } catch {
      return [error.message]
    }
  }

  private func complaints(about capability: Capability, in table: recto_plugin) -> [String] {
    capability.requests.compactMap { kind in
      let isDeclared = manifest.capabilities.contains(capability)
      guard let entry = TableEntry.of(kind) else {
        return isDeclared && table.ask == nil
          ? "the manifest declares \(capability.rawValue), and the table has no ask" : nil
      }
      // Media need not be inside of a source.
      return switch (isDeclared, entry.isThere(table)) {
      case (true, false)
      where kind != .mediaData && !(kind == .text && table.givesCharacters):
        "the manifest declares \(capability.rawValue), and the table has no \(kind.name)"
      case (false, true):
        "the table has \(kind.name), and the manifest does not declare \(capability.rawValue)"
      default: nil
      }
    }
  }
}
