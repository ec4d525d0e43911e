// swift-tools-version: 6.2
import PackageDescription

/// A library of the system: a module map, and the flags that pkg-config knows.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: "CRecto\(name)", path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])]
  )
}

/// A library that is loaded when it is called first.
func onDemand(_ name: String) -> Target {
  .target(name: "CRecto\(name)", dependencies: ["CRectoLoadOnDemand"], path: "Sources/C/\(name)")
}

let package = Package(
  name: "recto",
  products: [
    // A program that shows publications: the pipeline with all backends that the traits name.
    .library(
      name: "RectoKit",
      targets: [
        "RectoBackends", "RectoJSON", "RectoPageModel", "RectoPipeline", "RectoRaster",
        "RectoWorkers",
      ]),
    // A plugin, and the checks that it should pass.
    .library(
      name: "RectoPluginKit", targets: ["RectoJSON", "RectoPageModel", "RectoPluginKit"]),
    .library(name: "RectoConformance", targets: ["RectoConformance"]),
    // The backends, for a program that makes a list of its own.
    .library(
      name: "RectoFormats",
      targets: [
        "RectoEPUBBackend", "RectoHTMLBackend", "RectoImageBackend", "RectoPDFBackend",
        "RectoPDFiumBackend", "RectoPackageBackend", "RectoTextBackend",
      ]),
    .library(name: "RectoTypesetting", targets: ["RectoRaster", "RectoTypesetting"]),
    .library(
      name: "RectoServer",
      targets: ["RectoHTTP", "RectoNewsstand", "RectoPreview", "RectoServer"]),
    .library(
      name: "RectoSnapshotTesting", targets: ["RectoSnapshotTesting", "RectoSnapshots"]),
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
    system("Cairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    system("Fontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    system("GLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
    system("LCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
    system("ISAL", pkgConfig: "libisal", apt: "libisal-dev"),
    system("JPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("Nettle", pkgConfig: "nettle", apt: "nettle-dev"),
    system("Hogweed", pkgConfig: "hogweed", apt: "nettle-dev"),
    system("Poppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    system("PopplerCore", pkgConfig: "poppler", apt: "libpoppler-private-dev"),
    system("SPNG", pkgConfig: "spng", apt: "libspng-dev"),
    system("WebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    system("ICU", pkgConfig: "icu-i18n", apt: "libicu-dev"),
    system("HarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    system("FriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    system("FreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    .systemLibrary(
      name: "CRectoHyphen", path: "Sources/C/Hyphen", providers: [.apt(["libhyphen-dev"])]),
    system("Cmark", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
    system("YAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    system("XML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    .target(
      name: "CRectoGlyphs", dependencies: ["CRectoCairo", "CRectoFreeType"],
      path: "Sources/C/Glyphs"),
    .target(name: "CRectoTextLayout", path: "Sources/C/TextLayout"),
    .target(
      name: "CRectoPopplerPage",
      dependencies: [
        "CRectoCairo", "CRectoISAL", "CRectoPoppler", "CRectoPopplerCore",
        "CRectoRenderAccelerators", "CRectoTextLayout",
      ],
      path: "Sources/C/PopplerPage"),
    .target(
      name: "CRectoRenderAccelerators",
      dependencies: ["CRectoCairo", "CRectoFreeType", "CRectoGlyphs", "CRectoLCMS"],
      path: "Sources/C/RenderAccelerators"),
    .target(name: "CRectoLinux", path: "Sources/C/Linux"),
    .target(name: "CRectoFork", path: "Sources/C/Fork"),
    .target(
      name: "CRectoJSON", path: "Sources/C/JSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CRectoDifference", path: "Sources/C/Difference"),
    .target(name: "CRectoPixels", path: "Sources/C/Pixels"),
    .target(name: "CRectoPlugin", path: "Sources/C/RectoPlugin"),
    .target(
      name: "CRectoSandbox", path: "Sources/C/Sandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CRectoVips", dependencies: ["CRectoLinux"], path: "Sources/C/Vips"),
    .target(name: "CRectoPixbuf", path: "Sources/C/Pixbuf"),
    .target(name: "CRectoSVG", path: "Sources/C/SVG"),
    .target(name: "CRectoLoadOnDemand", path: "Sources/C/LoadOnDemand"),
    onDemand("Archive"),
    onDemand("Curl"),
    onDemand("MicroHTTPD"),
    onDemand("Mobi"),
    onDemand("SQLite"),
    onDemand("Zip"),
    .target(
      name: "CRectoUnicode", dependencies: ["CRectoICU", "CRectoFriBidi"], path: "Sources/C/Unicode"
    ),

    .target(name: "RectoJSON", dependencies: ["CRectoJSON"], path: "Sources/JSON"),
    .target(
      name: "RectoPageModel", dependencies: ["RectoJSON", "CRectoFork", "CRectoLinux"],
      path: "Sources/PageModel"),
    .target(
      name: "RectoTextLayout",
      dependencies: ["RectoPageModel", "CRectoTextLayout", "CRectoUnicode"],
      path: "Sources/TextLayout"),
    .target(
      name: "RectoArchives", dependencies: ["RectoPageModel", "CRectoArchive", "CRectoZip"],
      path: "Sources/Archives"),
    .target(
      name: "RectoMarkup", dependencies: ["RectoPageModel", "CRectoXML"], path: "Sources/Markup"),
    .target(
      name: "RectoRaster",
      dependencies: [
        "RectoPageModel", "CRectoCairo", "CRectoISAL", "CRectoJPEG", "CRectoPixels", "CRectoSPNG",
        "CRectoVips", "CRectoWebP",
      ], path: "Sources/Raster"),
    .target(
      name: "RectoTypesetting",
      dependencies: [
        "RectoPageModel", "RectoRaster", "CRectoCairo", "CRectoFontconfig", "CRectoGlyphs",
        "CRectoHarfBuzz", "CRectoHyphen",
        "CRectoUnicode",
      ], path: "Sources/Typesetting"),
    .target(
      name: "RectoPDFBackend",
      dependencies: [
        "RectoPageModel", "RectoRaster", "RectoTextLayout", "CRectoCairo", "CRectoPoppler",
        "CRectoPopplerPage",
        "CRectoRenderAccelerators",
      ],
      path: "Plugins/PDF"),
    .target(
      name: "CRectoPDFium", dependencies: ["CRectoPlugin"], path: "Plugins/PDFium/Engine",
      exclude: ["Library"]),
    .target(
      name: "RectoPDFiumBackend",
      dependencies: [
        "RectoJSON", "CRectoLinux", "CRectoPDFium", "RectoPageModel", "RectoPluginKit",
      ],
      path: "Plugins/PDFium", exclude: ["Engine", "LICENSE"]),
    .target(
      name: "RectoImageBackend",
      dependencies: [
        "RectoPageModel", "RectoArchives", "RectoMarkup", "RectoRaster", "CRectoCairo",
        "CRectoPixbuf", "CRectoSVG", "CRectoVips",
      ],
      path: "Plugins/Image"),
    .target(
      name: "RectoEPUBReading",
      dependencies: [
        "RectoPageModel", "RectoArchives", "RectoMarkup", "CRectoMobi", "CRectoNettle",
      ],
      path: "Plugins/EPUB/Reading"),
    .target(
      name: "RectoEPUBBackend",
      dependencies: [
        "RectoJSON",
        "RectoBrowser", "CRectoUnicode", "RectoEPUBReading", "RectoHTMLBackend", "RectoPageModel",
        "RectoPDFBackend",
        "RectoPluginKit", "RectoTextLayout", "RectoTypesetting",
      ],
      path: "Plugins/EPUB", exclude: ["Reading"]),
    .target(
      name: "RectoTextBackend",
      dependencies: [
        "RectoPageModel", "RectoRaster", "RectoTypesetting", "CRectoCairo", "CRectoCmark",
        "CRectoJSON", "CRectoYAML",
      ],
      path: "Plugins/Text", exclude: ["Schema"]),
    .target(
      name: "RectoHTMLBackend",
      dependencies: [
        "RectoJSON", "RectoBrowser", "RectoMarkup", "RectoPageModel", "RectoPluginKit",
        "RectoTypesetting",
      ],
      path: "Plugins/HTML"),
    .target(
      name: "RectoBrowser",
      dependencies: [
        "RectoJSON", "RectoPageModel", "RectoPluginKit", "RectoRaster", "CRectoLinux",
      ], path: "Sources/Browser"),
    .target(
      name: "RectoPackageBackend",
      dependencies: ["RectoJSON", "RectoPageModel", "RectoArchives", "RectoPluginKit"],
      path: "Plugins/Package", exclude: ["Schema"]),
    .target(
      name: "RectoPipeline",
      dependencies: [
        "RectoJSON",
        "RectoMarkup", "RectoPageModel", "RectoPluginKit", "RectoRaster", "RectoWorkers",
        "CRectoFontconfig", "CRectoISAL", "CRectoLinux",
        "CRectoNettle", "CRectoUnicode",
      ], path: "Sources/Pipeline"),
    .target(
      name: "RectoSnapshots",
      dependencies: [
        "RectoJSON", "RectoMarkup", "RectoPageModel", "RectoPipeline", "RectoPluginKit",
        "RectoRaster", "CRectoDifference",
      ], path: "Sources/Snapshots"),
    .target(
      name: "RectoSnapshotTesting",
      dependencies: ["RectoBackends", "RectoPageModel", "RectoPipeline", "RectoSnapshots"],
      path: "Sources/SnapshotTesting"),
    .target(
      name: "RectoPreview",
      dependencies: [
        "RectoJSON",
        "CRectoLinux", "RectoHTTP", "RectoPageModel", "RectoPipeline", "RectoPluginKit",
        "RectoRaster", "RectoSnapshots",
      ], path: "Sources/Preview",
      exclude: ["Preflight/Schema"], resources: [.embedInCode("Proof/Site")]),
    .target(
      name: "RectoConformance", dependencies: ["RectoPageModel"], path: "Sources/Conformance"),
    .target(
      name: "RectoHTTP", dependencies: ["CRectoLinux", "CRectoMicroHTTPD"], path: "Sources/HTTP"),
    .target(
      name: "RectoServer",
      dependencies: [
        "RectoJSON",
        "CRectoISAL", "RectoHTTP", "RectoMarkup", "RectoNewsstand", "RectoPageModel",
        "RectoPipeline", "RectoPluginKit", "RectoPreview", "RectoRaster", "RectoWorkers",
      ], path: "Sources/Server",
      resources: [.embedInCode("API/openapi.json"), .embedInCode("Reader/Site")]),
    .target(
      name: "RectoNewsstand",
      dependencies: [
        "RectoJSON",
        "RectoArchives", "CRectoCairo", "CRectoCurl", "CRectoHogweed", "CRectoLinux",
        "CRectoNettle", "CRectoSQLite", "CRectoUnicode",
        "RectoHTTP", "RectoMarkup", "RectoPageModel", "RectoPipeline", "RectoPluginKit",
        "RectoRaster",
      ], path: "Sources/Newsstand",
      exclude: ["Catalogs/JSON/Schema"]),
    .target(
      name: "RectoPluginKit",
      dependencies: [
        "RectoJSON", "RectoPageModel", "RectoTextLayout", "CRectoJSON", "CRectoPlugin",
      ], path: "Sources/PluginKit"),
    .target(
      name: "RectoWorkers",
      dependencies: [
        "RectoJSON", "RectoPageModel", "RectoPluginKit", "CRectoLinux", "CRectoSandbox",
      ], path: "Sources/Workers"),
    .target(
      name: "RectoBackends",
      dependencies: [
        "RectoPipeline", "RectoPageModel", "RectoPluginKit", "RectoWorkers",
        .target(name: "RectoPDFBackend", condition: .when(traits: ["PDF"])),
        .target(name: "RectoPDFiumBackend", condition: .when(traits: ["PDFium"])),
        .target(name: "RectoImageBackend", condition: .when(traits: ["Image"])),
        .target(name: "RectoTextBackend", condition: .when(traits: ["Text"])),
        .target(name: "RectoHTMLBackend", condition: .when(traits: ["HTML"])),
        .target(name: "RectoEPUBBackend", condition: .when(traits: ["EPUB"])),
        .target(name: "RectoPackageBackend", condition: .when(traits: ["Package"])),
      ], path: "Sources/Backends"),
    .executableTarget(
      name: "recto",
      dependencies: [
        "RectoJSON",
        "RectoBackends", "RectoConformance", "RectoHTTP", "RectoNewsstand", "RectoPipeline",
        "RectoPageModel", "RectoPluginKit",
        "RectoPreview", "RectoRaster", "RectoServer", "RectoSnapshots", "RectoWorkers",
        "CRectoGLib", "CRectoLinux",
      ]),

    .target(name: "CRecto", path: "Sources/C/Recto"),
    .target(name: "CRectoTasks", dependencies: ["CRectoFork"], path: "Sources/C/Tasks"),
    // Any program can load it: it has Swift's library in it, and shows nothing but its functions.
    .target(
      name: "LibRecto",
      dependencies: [
        "RectoJSON",
        "RectoBackends", "CRectoFork", "CRectoLinux", "CRectoPixels", "CRecto", "CRectoTasks",
        "RectoPageModel", "RectoPipeline", "RectoPluginKit",
        "RectoWorkers",
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
        "RectoJSON",
        "RectoBackends", "RectoEPUBBackend", "RectoPipeline", "RectoPageModel", "RectoPluginKit",
        "RectoRaster", "RectoWorkers",
      ],
      path: "bench/latency"),
    .executableTarget(
      name: "TypesettingBench",
      dependencies: ["RectoPageModel", "RectoRaster", "RectoTypesetting", "CRectoCairo"],
      path: "bench/typesetting"),
    .executableTarget(
      name: "SnapshotBench",
      dependencies: [
        "RectoJSON", "RectoPageModel", "RectoPipeline", "RectoPluginKit", "RectoRaster",
        "SeededPages", "RectoSnapshots",
      ],
      path: "bench/snapshots"),

    .target(
      name: "TestSupport", dependencies: ["CRectoJPEG", "CRectoSPNG", "CRectoWebP"],
      path: "Tests/TestSupport",
      exclude: ["Browser"]),
    .target(
      name: "SeededPages",
      dependencies: [
        "RectoImageBackend", "RectoPDFBackend", "RectoPageModel", "RectoPipeline", "RectoRaster",
        "RectoSnapshots", "RectoTextBackend",
      ],
      path: "Tests/SeededPages"),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "RectoJSON",
        "RectoImageBackend", "RectoPageModel", "RectoPipeline", "RectoRaster", "SeededPages",
        "RectoSnapshotTesting",
        "RectoSnapshots", "TestSupport", "RectoTextBackend",
      ],
      path: "Tests/SnapshotTests"),
    .executableTarget(
      name: "CacheProcess", dependencies: ["RectoPipeline"], path: "Tests/CacheProcess"),
    .testTarget(
      name: "PageModelTests", dependencies: ["RectoJSON", "RectoPageModel", "TestSupport"],
      path: "Tests/PageModelTests"),
    .testTarget(
      name: "RasterTests", dependencies: ["RectoRaster", "RectoPageModel", "TestSupport"],
      path: "Tests/RasterTests"),
    .testTarget(
      name: "EPUBReadingTests",
      dependencies: ["RectoEPUBReading", "RectoPageModel", "TestSupport"],
      path: "Tests/EPUBReadingTests", exclude: ["Independent"]),
    .testTarget(
      name: "TextBackendTests",
      dependencies: [
        "RectoJSON",
        "RectoConformance", "RectoImageBackend", "RectoTextBackend", "RectoTypesetting",
        "RectoPageModel", "RectoPluginKit",
        "RectoRaster", "TestSupport",
      ],
      path: "Tests/TextBackendTests"),
    .testTarget(
      name: "PackageBackendTests",
      dependencies: [
        "RectoConformance", "RectoImageBackend", "RectoPDFBackend", "RectoPackageBackend",
        "RectoTextBackend", "RectoPageModel",
        "TestSupport",
      ],
      path: "Tests/PackageBackendTests"),
    .testTarget(
      name: "TypesettingTests",
      dependencies: ["RectoTypesetting", "RectoPageModel", "TestSupport"],
      path: "Tests/TypesettingTests", exclude: ["Breaking/Fixtures"]),
    .testTarget(
      name: "HTTPTests", dependencies: ["RectoHTTP", "TestSupport"], path: "Tests/HTTPTests"),
    .executableTarget(
      name: "DownloadProcess", dependencies: ["RectoNewsstand"], path: "Tests/DownloadProcess"),
    .executableTarget(
      name: "NewsstandProcess",
      dependencies: [
        "RectoImageBackend", "RectoNewsstand", "RectoPageModel", "RectoPipeline", "RectoRaster",
      ],
      path: "Tests/NewsstandProcess"),
    .testTarget(
      name: "NewsstandTests",
      dependencies: [
        "RectoJSON",
        "RectoBackends", "DownloadProcess", "RectoHTTP", "RectoNewsstand", "NewsstandProcess",
        "RectoPageModel",
        "RectoPipeline", "RectoRaster", "TestSupport", "RectoWorkers", "recto",
      ],
      path: "Tests/NewsstandTests",
      exclude: ["Downloads/Scripts", "Faults/inject_faults.py", "Scripts"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "RectoBackends", "RectoHTTP", "RectoNewsstand", "RectoPageModel", "RectoPipeline",
        "RectoRaster", "RectoServer", "TestSupport",
        "RectoWorkers", "recto",
      ],
      path: "Tests/ServerTests", exclude: ["Reader", "Scripts"]),
    .testTarget(
      name: "PreviewTests", dependencies: ["recto", "TestSupport"], path: "Tests/PreviewTests",
      exclude: ["Browser"]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "RectoJSON", "CRectoCmark", "CacheProcess", "RectoPipeline", "RectoPageModel",
        "RectoRaster", "RectoWorkers", "TestSupport",
      ],
      path: "Tests/PipelineTests"),
    .testTarget(
      name: "PreflightTests",
      dependencies: [
        "RectoJSON",
        "RectoPDFBackend", "RectoPageModel", "RectoPreview", "TestSupport", "recto",
      ],
      path: "Tests/PreflightTests"),
    .testTarget(
      name: "CommandLineTests", dependencies: ["recto", "RectoPipeline", "TestSupport"],
      path: "Tests/CommandLineTests", exclude: ["Browser"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["RectoConformance", "RectoPageModel", "RectoPDFBackend", "TestSupport"],
      path: "Tests/ConformanceTests"),
    .testTarget(
      name: "PDFBackendTests",
      dependencies: [
        "CRectoCairo", "CRectoPoppler", "CRectoPopplerPage", "RectoConformance", "RectoPDFBackend",
        "RectoPageModel", "RectoRaster", "TestSupport",
      ],
      path: "Tests/PDFBackendTests"),
    .testTarget(
      name: "PDFiumBackendTests",
      dependencies: [
        "RectoConformance", "RectoPDFiumBackend", "RectoPageModel", "TestSupport", "recto",
      ],
      path: "Tests/PDFiumBackendTests"),
    .testTarget(
      name: "PluginKitTests",
      dependencies: [
        "RectoJSON",
        "recto", "RectoPluginKit", "RectoPageModel", "RectoPDFBackend", "RectoConformance",
        "CRectoPlugin",
        "TestSupport", "RectoTextLayout",
      ],
      path: "Tests/PluginKitTests"),
    .target(name: "CSandboxProbe", path: "Tests/SandboxProbe/Attempts"),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["RectoWorkers", "RectoPageModel", "CSandboxProbe"],
      path: "Tests/SandboxProbe/Probe"),
    .testTarget(
      name: "WorkersTests",
      dependencies: ["RectoWorkers", "RectoPageModel", "SandboxProbe", "TestSupport"],
      path: "Tests/WorkersTests"),
    .testTarget(
      name: "IsolationTests",
      dependencies: [
        "RectoJSON",
        "recto", "RectoBackends", "RectoPipeline", "RectoPageModel", "RectoPluginKit",
        "RectoWorkers", "TestSupport",
      ],
      path: "Tests/IsolationTests"),
    // The code of the documentation is where the documentation is.
    .target(
      name: "Snippets",
      dependencies: [
        "RectoBackends", "RectoPipeline", "RectoPageModel", "RectoRaster", "RectoWorkers",
      ],
      path: "Sources/Pipeline/Pipeline.docc/Code"),
    .testTarget(
      name: "SnippetTests",
      dependencies: [
        "RectoConformance", "RectoPipeline", "RectoPageModel", "Snippets", "TestSupport",
        "RectoWorkers", "recto",
      ],
      path: "Tests/SnippetTests"),
    .testTarget(
      name: "LibraryTests",
      dependencies: ["CRectoFork", "CRectoLinux", "RectoPageModel", "TestSupport"],
      path: "Tests/LibraryTests", exclude: ["Programs"]),
    .testTarget(
      name: "CorpusTests", dependencies: ["recto", "TestSupport"], path: "Tests/CorpusTests"),
    .testTarget(
      name: "EPUBBackendTests",
      dependencies: [
        "RectoBackends", "RectoEPUBBackend", "RectoEPUBReading", "RectoMarkup", "RectoPageModel",
        "RectoPipeline", "TestSupport",
        "RectoWorkers", "recto",
      ],
      path: "Tests/EPUBBackendTests"),
    .testTarget(
      name: "HTMLBackendTests",
      dependencies: [
        "RectoJSON",
        "RectoBackends", "RectoBrowser", "RectoConformance", "RectoHTMLBackend",
        "RectoPackageBackend", "RectoPageModel",
        "RectoPipeline", "TestSupport", "RectoTextBackend", "RectoWorkers", "recto",
      ],
      path: "Tests/HTMLBackendTests"),
    .testTarget(
      name: "ImageBackendTests",
      dependencies: [
        "RectoConformance", "RectoImageBackend", "RectoPageModel", "RectoPipeline", "RectoRaster",
        "TestSupport", "CRectoJPEG",
        "CRectoSPNG", "CRectoWebP", "CRectoZip",
      ],
      path: "Tests/ImageBackendTests"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .gnucxx17
)

// Pixels, glyphs and letters are walked in generic loops, which take most of the tests' time where they
// are not optimized; so do bytes in C. Flags are not for a program that depends on this package, hence
// the variable.
if Context.environment["RECTO_OPTIMIZE_LOOPS"] != nil {
  let names: Set = [
    "RectoConformance", "RectoEPUBBackend", "RectoImageBackend", "RectoJSON", "RectoMarkup",
    "RectoPageModel", "RectoPipeline", "RectoRaster", "RectoSnapshots", "RectoTextLayout",
    "RectoTypesetting", "SeededPages",
  ]
  for target in package.targets {
    if names.contains(target.name) {
      target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
    } else if target.type == .regular, target.name.hasPrefix("CRecto") {
      target.cSettings =
        (target.cSettings ?? []) + [.unsafeFlags(["-O2"], .when(configuration: .debug))]
      target.cxxSettings =
        (target.cxxSettings ?? []) + [.unsafeFlags(["-O2"], .when(configuration: .debug))]
    }
  }
}
