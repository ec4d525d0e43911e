// SPDX-License-Identifier: Apache-2.0

import CRectoPDFium
import RectoPageModel
import RectoPluginKit
import Synchronization

/// PDF through PDFium, whose shared library is loaded when the first document is opened.
///
/// It is a plugin like any other behind `recto_plugin.h`: this says where its library is.
public struct PDFiumBackend: PageBackend {
  private let library: PDFiumLibrary
  private let plugin = LoadedPlugin()

  /// With PDFium's library at `path`, or where it is found; see `PDFiumLibrary`.
  public init(library path: String? = nil) {
    library = PDFiumLibrary(path)
  }

  public var id: String { "pdfium" }
  public var engine: String? { "pdfium" }

  /// The version names PDFium's own build; `not installed` where there is none.
  public var info: BackendInfo {
    BackendInfo(
      id: id, version: library.version.map { "10+pdfium-\($0)" } ?? "not installed",
      mediaTypes: ["application/pdf"], fileExtensions: ["pdf"],
      capabilities: Self.capabilities, engine: engine)
  }

  /// The capabilities that the plugin declares.
  private static let capabilities = Capability.allCases.filter {
    pdfium_has_capability($0.rawValue)
  }

  public func recognizes(_ probe: SourceProbe) -> Confidence { probe.pdfConfidence }

  /// Throws `notInstalled` where PDFium's library is not found, cannot be loaded, or is not
  /// PDFium, and the document's own errors.
  public func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    if case .files = source.content { throw PageError(.unsupported, "a folder is not a PDF") }
    guard let path = library.path else {
      throw PageError(
        .notInstalled,
        "PDFium is not found: `pip install pypdfium2` brings it, or name its libpdfium.so in "
          + "RECTO_PDFIUM")
    }
    return try ChannelPublication(
      PluginChannel(opening: source, with: plugin.load(path), options: options))
  }

  public var isInstalled: Bool { library.path != nil }

  public var readablePaths: [String] { library.files }
}

/// The plugin, once it was asked for.
private final class LoadedPlugin: Sendable {
  private let plugin = Mutex<PluginLibrary?>(nil)

  func load(_ path: String) throws(PageError) -> PluginLibrary {
    try plugin.withLock { plugin throws(PageError) in
      if let plugin { return plugin }
      let loaded = try PluginLibrary(table: pdfium_plugin(path), name: "PDFium")
      plugin = loaded
      return loaded
    }
  }
}
