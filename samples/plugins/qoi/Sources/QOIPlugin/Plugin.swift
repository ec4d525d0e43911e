import RectoPluginKit

/// The entry point that Recto calls. The table is made once and kept, as `recto_plugin.h` requires.
@_cdecl("recto_plugin_entry")
public func pluginEntry(_ hostVersion: UInt32) -> UnsafeRawPointer? {
  UnsafeRawPointer(bitPattern: table)
}

private let table = UInt(bitPattern: exportPlugin(QOIBackend()))
