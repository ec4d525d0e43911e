// swift-tools-version: 6.2
import PackageDescription

/// A library of the system: a module map, and the flags that pkg-config knows.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A library that is loaded when it is called first.
func onDemand(_ name: String) -> Target { .target(name: name, dependencies: ["CLoadOnDemand"]) }

let package = Package(
  name: "recto",
  products: [
    .library(name: "Backends", targets: ["Backends"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    .library(name: "Preview", targets: ["Preview"]),
    .library(name: "PageModel", targets: ["PageModel"]),
    .library(name: "PluginKit", targets: ["PluginKit"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "Newsstand", targets: ["Newsstand"]),
    .library(name: "Server", targets: ["Server"]),
    .library(name: "Typesetting", targets: ["Typesetting"]),
    .library(name: "Snapshots", targets: ["Snapshots"]),
    .library(name: "SnapshotTesting", targets: ["SnapshotTesting"]),
    .library(name: "Workers", targets: ["Workers"]),
    .library(name: "PDFBackend", targets: ["PDFBackend"]),
    .library(name: "PDFiumBackend", targets: ["PDFiumBackend"]),
    .library(name: "ImageBackend", targets: ["ImageBackend"]),
    .library(name: "TextBackend", targets: ["TextBackend"]),
    .library(name: "HTMLBackend", targets: ["HTMLBackend"]),
    .library(name: "EPUBBackend", targets: ["EPUBBackend"]),
    .library(name: "PackageBackend", targets: ["PackageBackend"]),
    .executable(name: "recto", targets: ["recto"]),
    // librecto; `make install` gives it its name.
    .library(name: "CRecto", type: .dynamic, targets: ["LibRecto"]),
  ],
  traits: [
    .default(enabledTraits: ["PDF", "PDFium", "Image", "Text", "HTML", "EPUB", "Package"]),
    .trait(name: "PDF", description: "PDF files, with Poppler"),
    .trait(name: "PDFium", description: "PDF files, with PDFium where it is installed"),
    .trait(name: "Image", description: "Page images, with libvips"),
    .trait(name: "Text", description: "Markdown and free layouts, set here"),
    .trait(name: "HTML", description: "Pages of HTML, with Chromium as another process"),
    .trait(name: "EPUB", description: "Books, with Chromium and Poppler"),
    .trait(name: "Package", description: "Parts of different kinds as one publication"),
  ],
  targets: [
    system("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    system("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    system("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
    system("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
    system("CISAL", pkgConfig: "libisal", apt: "libisal-dev"),
    system("CJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
    system("CHogweed", pkgConfig: "hogweed", apt: "nettle-dev"),
    system("CPoppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    system("CPopplerCore", pkgConfig: "poppler", apt: "libpoppler-private-dev"),
    system("CSPNG", pkgConfig: "spng", apt: "libspng-dev"),
    system("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    system("CICU", pkgConfig: "icu-i18n", apt: "libicu-dev"),
    system("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    system("CFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    system("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    .systemLibrary(
      name: "CHyphen", path: "Sources/CHyphen", providers: [.apt(["libhyphen-dev"])]),
    system("CCmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
    system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    system("CXML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    .target(name: "CGlyphs", dependencies: ["CCairo", "CFreeType"]),
    .target(name: "CTextLayout"),
    .target(
      name: "CPopplerPage", dependencies: ["CISAL", "CPoppler", "CPopplerCore", "CTextLayout"]),
    .target(
      name: "CRenderAccelerators", dependencies: ["CCairo", "CFreeType", "CGlyphs", "CLCMS"]),
    .target(name: "CLinux"),
    .target(name: "CJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CDifference"),
    .target(name: "CPixels"),
    .target(name: "CRectoPlugin"),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CVips", dependencies: ["CLinux"]),
    .target(name: "CPixbuf"),
    .target(name: "CSVG"),
    .target(name: "CLoadOnDemand"),
    onDemand("CArchive"),
    onDemand("CCurl"),
    onDemand("CMicroHTTPD"),
    onDemand("CMobi"),
    onDemand("CSQLite"),
    onDemand("CZip"),
    .target(name: "CUnicode", dependencies: ["CICU", "CFriBidi"]),

    .target(name: "PageModel", dependencies: ["CLinux"]),
    .target(name: "TextLayout", dependencies: ["PageModel", "CTextLayout", "CUnicode"]),
    .target(name: "Archives", dependencies: ["PageModel", "CArchive", "CZip"]),
    .target(name: "Markup", dependencies: ["PageModel", "CXML"]),
    .target(
      name: "Raster",
      dependencies: [
        "PageModel", "CCairo", "CISAL", "CJPEG", "CPixels", "CSPNG", "CVips", "CWebP",
      ]),
    .target(
      name: "Typesetting",
      dependencies: [
        "PageModel", "Raster", "CCairo", "CFontconfig", "CGlyphs", "CHarfBuzz", "CHyphen",
        "CUnicode",
      ]),
    .target(
      name: "PDFBackend",
      dependencies: [
        "PageModel", "Raster", "TextLayout", "CCairo", "CPoppler", "CPopplerPage",
        "CRenderAccelerators",
      ],
      path: "Plugins/PDF"),
    .target(
      name: "CPDFium", dependencies: ["CRectoPlugin"], path: "Plugins/PDFium/Engine",
      exclude: ["Library"]),
    .target(
      name: "PDFiumBackend", dependencies: ["CLinux", "CPDFium", "PageModel", "PluginKit"],
      path: "Plugins/PDFium", exclude: ["Engine", "LICENSE"]),
    .target(
      name: "ImageBackend",
      dependencies: [
        "PageModel", "Archives", "Markup", "Raster", "CCairo", "CPixbuf", "CSVG", "CVips",
      ],
      path: "Plugins/Image"),
    .target(
      name: "EPUBReading", dependencies: ["PageModel", "Archives", "Markup", "CMobi", "CNettle"],
      path: "Plugins/EPUB/Reading"),
    .target(
      name: "EPUBBackend",
      dependencies: [
        "Browser", "CUnicode", "EPUBReading", "HTMLBackend", "PageModel", "PDFBackend",
        "PluginKit", "TextLayout", "Typesetting",
      ],
      path: "Plugins/EPUB", exclude: ["Reading"]),
    .target(
      name: "TextBackend",
      dependencies: ["PageModel", "Raster", "Typesetting", "CCairo", "CCmark", "CJSON", "CYAML"],
      path: "Plugins/Text", exclude: ["Schema"]),
    .target(
      name: "HTMLBackend", dependencies: ["Browser", "Markup", "PageModel", "PluginKit"],
      path: "Plugins/HTML"),
    .target(name: "Browser", dependencies: ["PageModel", "PluginKit", "Raster", "CLinux"]),
    .target(
      name: "PackageBackend", dependencies: ["PageModel", "Archives", "PluginKit"],
      path: "Plugins/Package", exclude: ["Schema"]),
    .target(
      name: "Pipeline",
      dependencies: [
        "Markup", "PageModel", "PluginKit", "Raster", "Workers", "CFontconfig", "CISAL", "CLinux",
        "CNettle", "CUnicode",
      ]),
    .target(
      name: "Snapshots",
      dependencies: ["Markup", "PageModel", "Pipeline", "PluginKit", "Raster", "CDifference"]),
    .target(
      name: "SnapshotTesting", dependencies: ["Backends", "PageModel", "Pipeline", "Snapshots"]),
    .target(
      name: "Preview",
      dependencies: [
        "CLinux", "HTTP", "PageModel", "Pipeline", "PluginKit", "Raster", "Snapshots",
      ],
      exclude: ["Preflight/Schema"], resources: [.embedInCode("Proof/Site")]),
    .target(name: "Conformance", dependencies: ["PageModel"]),
    .target(name: "HTTP", dependencies: ["CLinux", "CMicroHTTPD"]),
    .target(
      name: "Server",
      dependencies: [
        "CISAL", "HTTP", "Newsstand", "PageModel", "Pipeline", "PluginKit", "Preview", "Raster",
      ],
      resources: [.embedInCode("API/openapi.json"), .embedInCode("Reader/Site")]),
    .target(
      name: "Newsstand",
      dependencies: [
        "Archives", "CCairo", "CCurl", "CHogweed", "CLinux", "CNettle", "CSQLite", "CUnicode",
        "HTTP", "Markup", "PageModel", "Pipeline", "PluginKit", "Raster",
      ],
      exclude: ["Catalogs/JSON/Schema"]),
    .target(
      name: "PluginKit", dependencies: ["PageModel", "TextLayout", "CJSON", "CRectoPlugin"]),
    .target(
      name: "Workers", dependencies: ["PageModel", "PluginKit", "CLinux", "CSandbox"]),
    .target(
      name: "Backends",
      dependencies: [
        "Pipeline", "PageModel", "PluginKit", "Workers",
        .target(name: "PDFBackend", condition: .when(traits: ["PDF"])),
        .target(name: "PDFiumBackend", condition: .when(traits: ["PDFium"])),
        .target(name: "ImageBackend", condition: .when(traits: ["Image"])),
        .target(name: "TextBackend", condition: .when(traits: ["Text"])),
        .target(name: "HTMLBackend", condition: .when(traits: ["HTML"])),
        .target(name: "EPUBBackend", condition: .when(traits: ["EPUB"])),
        .target(name: "PackageBackend", condition: .when(traits: ["Package"])),
      ]),
    .executableTarget(
      name: "recto",
      dependencies: [
        "Backends", "Conformance", "HTTP", "Newsstand", "Pipeline", "PageModel", "PluginKit",
        "Preview", "Raster", "Server", "Snapshots", "Workers", "CGLib", "CLinux",
      ]),

    .target(name: "CRecto"),
    .target(name: "CTasks"),
    // Any program can load it: it has Swift's library in it, and shows nothing but its functions.
    .target(
      name: "LibRecto",
      dependencies: [
        "Backends", "CLinux", "CPixels", "CRecto", "CTasks", "PageModel", "Pipeline", "PluginKit",
        "Workers",
      ],
      exclude: ["librecto.map", "recto.pc.in"],
      linkerSettings: [
        .unsafeFlags([
          "-static-stdlib", "-Xlinker", "-soname=librecto.so.0", "-Xlinker",
          "--version-script=\(Context.packageDirectory)/Sources/LibRecto/librecto.map",
          "-Xlinker", "-znodelete", "-Xlinker", "--exclude-libs=ALL",
        ])
      ]),

    .executableTarget(
      name: "LatencyBench",
      dependencies: [
        "Backends", "EPUBBackend", "Pipeline", "PageModel", "PluginKit", "Raster", "Workers",
      ],
      path: "bench/latency"),
    .executableTarget(
      name: "TypesettingBench", dependencies: ["PageModel", "Raster", "Typesetting", "CCairo"],
      path: "bench/typesetting"),
    .executableTarget(
      name: "SnapshotBench",
      dependencies: ["PageModel", "Pipeline", "PluginKit", "Raster", "SeededPages", "Snapshots"],
      path: "bench/snapshots"),

    .target(
      name: "TestSupport", dependencies: ["CJPEG", "CSPNG", "CWebP"], path: "Tests/TestSupport",
      exclude: ["Browser"]),
    .target(
      name: "SeededPages",
      dependencies: [
        "ImageBackend", "PDFBackend", "PageModel", "Pipeline", "Raster", "Snapshots", "TextBackend",
      ],
      path: "Tests/SeededPages"),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "ImageBackend", "PageModel", "Pipeline", "Raster", "SeededPages", "SnapshotTesting",
        "Snapshots", "TestSupport", "TextBackend",
      ],
      path: "Tests/SnapshotTests"),
    .executableTarget(
      name: "CacheProcess", dependencies: ["Pipeline"], path: "Tests/CacheProcess"),
    .testTarget(
      name: "PageModelTests", dependencies: ["PageModel", "TestSupport"],
      path: "Tests/PageModelTests"),
    .testTarget(
      name: "RasterTests", dependencies: ["Raster", "PageModel", "TestSupport"],
      path: "Tests/RasterTests"),
    .testTarget(
      name: "EPUBReadingTests", dependencies: ["EPUBReading", "PageModel", "TestSupport"],
      path: "Tests/EPUBReadingTests", exclude: ["Independent"]),
    .testTarget(
      name: "TextBackendTests",
      dependencies: [
        "Conformance", "ImageBackend", "TextBackend", "Typesetting", "PageModel", "PluginKit",
        "Raster", "TestSupport",
      ],
      path: "Tests/TextBackendTests"),
    .testTarget(
      name: "PackageBackendTests",
      dependencies: [
        "Conformance", "ImageBackend", "PDFBackend", "PackageBackend", "TextBackend", "PageModel",
        "TestSupport",
      ],
      path: "Tests/PackageBackendTests"),
    .testTarget(
      name: "TypesettingTests", dependencies: ["Typesetting", "PageModel", "TestSupport"],
      path: "Tests/TypesettingTests", exclude: ["Breaking/Fixtures"]),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "TestSupport"], path: "Tests/HTTPTests"),
    .executableTarget(
      name: "DownloadProcess", dependencies: ["Newsstand"], path: "Tests/DownloadProcess"),
    .executableTarget(
      name: "NewsstandProcess",
      dependencies: ["ImageBackend", "Newsstand", "PageModel", "Pipeline", "Raster"],
      path: "Tests/NewsstandProcess"),
    .testTarget(
      name: "NewsstandTests",
      dependencies: [
        "Backends", "DownloadProcess", "HTTP", "Newsstand", "NewsstandProcess", "PageModel",
        "Pipeline", "Raster", "TestSupport", "Workers", "recto",
      ],
      path: "Tests/NewsstandTests",
      exclude: ["Downloads/Scripts", "Faults/inject_faults.py", "Scripts"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Backends", "HTTP", "Newsstand", "PageModel", "Pipeline", "Raster", "Server", "TestSupport",
        "Workers", "recto",
      ],
      path: "Tests/ServerTests", exclude: ["Reader", "Scripts"]),
    .testTarget(
      name: "PreviewTests", dependencies: ["recto", "TestSupport"], path: "Tests/PreviewTests",
      exclude: ["Browser"]),
    .testTarget(
      name: "PipelineTests",
      dependencies: ["CCmark", "CacheProcess", "Pipeline", "PageModel", "Raster", "TestSupport"],
      path: "Tests/PipelineTests"),
    .testTarget(
      name: "PreflightTests",
      dependencies: [
        "PDFBackend", "PageModel", "Preview", "TestSupport", "recto",
      ],
      path: "Tests/PreflightTests"),
    .testTarget(
      name: "CommandLineTests", dependencies: ["recto", "Pipeline", "TestSupport"],
      path: "Tests/CommandLineTests", exclude: ["Browser"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance", "PageModel", "PDFBackend", "TestSupport"],
      path: "Tests/ConformanceTests"),
    .testTarget(
      name: "PDFBackendTests",
      dependencies: ["Conformance", "PDFBackend", "PageModel", "TestSupport"],
      path: "Tests/PDFBackendTests"),
    .testTarget(
      name: "PDFiumBackendTests",
      dependencies: [
        "Conformance", "PDFiumBackend", "PageModel", "TestSupport", "recto",
      ],
      path: "Tests/PDFiumBackendTests"),
    .testTarget(
      name: "PluginKitTests",
      dependencies: [
        "recto", "PluginKit", "PageModel", "PDFBackend", "Conformance", "CRectoPlugin",
        "TestSupport", "TextLayout",
      ],
      path: "Tests/PluginKitTests"),
    .target(name: "CSandboxProbe", path: "Tests/SandboxProbe/Attempts"),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["Workers", "PageModel", "CSandboxProbe"],
      path: "Tests/SandboxProbe/Probe"),
    .testTarget(
      name: "WorkersTests",
      dependencies: ["Workers", "PageModel", "SandboxProbe", "TestSupport"],
      path: "Tests/WorkersTests"),
    .testTarget(
      name: "IsolationTests",
      dependencies: [
        "recto", "Backends", "Pipeline", "PageModel", "PluginKit", "Workers", "TestSupport",
      ],
      path: "Tests/IsolationTests"),
    // The code of the documentation is where the documentation is.
    .target(
      name: "Snippets", dependencies: ["Backends", "Pipeline", "PageModel", "Raster", "Workers"],
      path: "Sources/Pipeline/Pipeline.docc/Code"),
    .testTarget(
      name: "SnippetTests",
      dependencies: [
        "Conformance", "Pipeline", "PageModel", "Snippets", "TestSupport", "Workers", "recto",
      ],
      path: "Tests/SnippetTests"),
    .testTarget(
      name: "LibraryTests", dependencies: ["TestSupport"], path: "Tests/LibraryTests",
      exclude: ["Programs"]),
    .testTarget(
      name: "CorpusTests", dependencies: ["recto", "TestSupport"], path: "Tests/CorpusTests"),
    .testTarget(
      name: "EPUBBackendTests",
      dependencies: [
        "Backends", "EPUBBackend", "EPUBReading", "Markup", "PageModel", "Pipeline", "TestSupport",
        "Workers", "recto",
      ],
      path: "Tests/EPUBBackendTests"),
    .testTarget(
      name: "HTMLBackendTests",
      dependencies: [
        "Backends", "Browser", "Conformance", "HTMLBackend", "PackageBackend", "PageModel",
        "Pipeline", "TestSupport", "TextBackend", "Workers", "recto",
      ],
      path: "Tests/HTMLBackendTests"),
    .testTarget(
      name: "ImageBackendTests",
      dependencies: [
        "Conformance", "ImageBackend", "PageModel", "Pipeline", "Raster", "TestSupport", "CJPEG",
        "CSPNG", "CWebP", "CZip",
      ],
      path: "Tests/ImageBackendTests"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .gnucxx17
)
