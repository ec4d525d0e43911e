import CRectoPlugin
import Glibc
import RectoJSON
import RectoPageModel
import Synchronization

/// The version of the plugin interface that this host speaks.
public let pluginInterfaceVersion = Int(RECTO_PLUGIN_ABI)

/// A plugin's library, loaded for as long as the process runs. Only a process that has nothing to
/// lose loads one, since its code can do anything there. May be used on any thread, and calls the
/// plugin on one at a time, as the interface promises: a library has state that all its
/// publications share.
public struct PluginLibrary: Sendable {
  /// For messages.
  let name: String
  /// The address of the table: a number instead of a pointer, since pointers are not `Sendable`;
  /// the plugin keeps the table until the process ends.
  private let address: UInt
  private let turn: PluginTurn

  /// Loads the library at `path` and asks for its table. `name` is the plugin's name in messages.
  ///
  /// Throws `notInstalled` if it cannot be loaded or has another version of the interface, and
  /// `bug` if its table lacks a required entry. Calls `dlopen` and `dlsym`.
  public init(path: String, name: String) throws(PageError) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { DisplayText(String(cString: $0)).text } ?? "no reason is given"
      throw PageError(.notInstalled, "the plugin \(name) cannot be loaded: \(reason)")
    }
    guard let symbol = dlsym(handle, "recto_plugin_entry") else {
      throw PageError(
        .bug, "\(name) is not a plugin: its library has no function recto_plugin_entry")
    }
    // The header states the type of the function with that name.
    let entry = unsafeBitCast(symbol, to: recto_plugin_entry_function.self)
    try self.init(table: entry(UInt32(RECTO_PLUGIN_ABI)), name: name)
  }

  /// A plugin by its table, which stays where it is until the process ends. Throws as above.
  public init(table: UnsafePointer<recto_plugin>?, name: String) throws(PageError) {
    guard let table else { throw PageError(.bug, "the plugin \(name) returns no function table") }
    self.name = name
    address = UInt(bitPattern: table)
    turn = PluginTurn.ofTable(at: address)
    try check(self.table)
  }

  /// Runs `body`, which may call the plugin, while no other thread does. `body` must not call this
  /// function.
  func call<Answer: Sendable>(_ body: (recto_plugin) -> Answer) -> Answer {
    turn.taken.withLock { _ in body(table) }
  }

  /// The table as far as it goes; entries beyond its end are null.
  var table: recto_plugin {
    var table = recto_plugin()
    if let start = UnsafeRawPointer(bitPattern: address) {
      let size = Int(start.loadUnaligned(as: UInt32.self))
      withUnsafeMutableBytes(of: &table) { target in
        target.copyMemory(
          from: UnsafeRawBufferPointer(start: start, count: min(size, target.count)))
      }
    }
    return table
  }

  private func check(_ table: recto_plugin) throws(PageError) {
    if let problem = versionProblem(plugin: name, version: Int(table.abi_version)) {
      throw PageError(.notInstalled, problem)
    }
    let required = [
      ("open", table.open != nil), ("close", table.close != nil), ("info", table.info != nil),
      ("page", table.page != nil), ("paint", table.paint != nil),
    ]
    if let missing = required.first(where: { !$0.1 }) {
      throw PageError(.bug, "the plugin \(name) has no \(missing.0) in its table")
    }
  }
}

/// The lock for calls of a plugin: shared by all that have loaded its library, which is in a
/// process once.
private final class PluginTurn: Sendable {
  let taken = Mutex(())

  /// By the address of the table.
  private static let all = Mutex<[UInt: PluginTurn]>([:])

  static func ofTable(at address: UInt) -> PluginTurn {
    all.withLock { all in
      if let known = all[address] { return known }
      let turn = PluginTurn()
      all[address] = turn
      return turn
    }
  }
}

/// The problem of a plugin with another version of the interface; nil if the version fits.
func versionProblem(plugin name: String, version: Int) -> String? {
  guard version != pluginInterfaceVersion else { return nil }
  let remedy = version > pluginInterfaceVersion ? "a newer Recto" : "a newer \(name)"
  return
    "the plugin \(name) speaks version \(version) of the plugin interface and this Recto version "
    + "\(pluginInterfaceVersion): install \(remedy)"
}
