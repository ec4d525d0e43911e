import RectoPageModel
import RectoPluginKit

#if PDF
  import RectoPDFBackend
#endif
#if PDFium
  import RectoPDFiumBackend
#endif
#if Image
  import RectoImageBackend
#endif
#if HTML
  import RectoHTMLBackend
#endif
#if EPUB
  import RectoEPUBBackend
#endif
#if Text
  import RectoTextBackend
#endif
#if Package
  import RectoPackageBackend
#endif

/// The built-in backends, in the order in which equally confident ones are asked. To build a Recto
/// of your own, edit this list or build without a trait.
public func builtInBackends() -> [any PageBackend] {
  var backends: [any PageBackend] = []
  #if PDF
    backends.append(PDFBackend())
  #endif
  #if PDFium
    backends.append(PDFiumBackend())
  #endif
  #if Image
    backends.append(ImageBackend())
  #endif
  #if Text
    // Pages of text can include pictures of the backends so far.
    backends.append(TextBackend(pictures: backends))
  #endif
  #if HTML
    backends.append(HTMLBackend())
  #endif
  #if EPUB
    backends.append(EPUBBackend())
  #endif
  #if Package
    // Packages can include parts of the backends so far; their manifest takes precedence.
    backends.insert(PackageBackend(parts: backends), at: 0)
  #endif
  return backends
}

/// The built-in backends, followed by the installed plugins: see `PluginDiscovery`.
public func installedBackends() -> [any PageBackend] {
  let builtIn = builtInBackends()
  return builtIn + PluginDiscovery().find(builtIn: builtIn.map(\.id)).plugins
}

/// The names of the engines to choose from, the default first.
public let installedEngines: [String] = builtInBackends().compactMap(\.engine)
