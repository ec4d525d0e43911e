// swift-tools-version: 6.2
import PackageDescription

/// True where the headers of Poppler are C++20, as they are from 25.03 on. SwiftPM refuses
/// the flag that this needs in dependencies, hence the variable, which the Makefile sets.
let needsCXX20 = Context.environment["RECTO_CXX20"] == "1"

/// A library of the system: a module map, and the flags that pkg-config knows.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: "CRecto\(name)", path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])]
  )
}

/// Modules by their names without the prefix: `Raster` is `RectoRaster`, and `C/Cairo` is `CRectoCairo`.
func modules(_ names: [String]) -> [Target.Dependency] {
  names.map { .byName(name: $0.hasPrefix("C/") ? "CRecto\($0.dropFirst(2))" : "Recto\($0)") }
}

/// A module of C or C++, in `Sources/C`.
func c(
  _ name: String, _ imports: [String] = [], path: String? = nil, exclude: [String] = [],
  links library: String? = nil
) -> Target {
  .target(
    name: "CRecto\(name)", dependencies: modules(imports), path: path ?? "Sources/C/\(name)",
    exclude: exclude, linkerSettings: library.map { [.linkedLibrary($0)] })
}

/// A module of Swift, in `Sources`; `embeds` is part of its code.
func module(
  _ name: String, _ imports: [String], path: String? = nil, exclude: [String] = [],
  embeds: [String] = []
) -> Target {
  .target(
    name: "Recto\(name)", dependencies: modules(imports), path: path ?? "Sources/\(name)",
    exclude: exclude, resources: embeds.map { .embedInCode($0) })
}

/// The tests of a module, in `Tests`, with targets that they need besides modules.
func tests(
  _ name: String, _ imports: [String] = [], with others: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: modules(imports) + ["TestSupport"] + others,
    path: "Tests/\(name)Tests", exclude: exclude)
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
    // Libraries of the system. packages.txt says why each is here.
    system("Cairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    system("Fontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    system("GLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
    system("LCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
    system("ISAL", pkgConfig: "libisal", apt: "libisal-dev"),
    system("Poppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    system("PopplerCore", pkgConfig: "poppler", apt: "libpoppler-private-dev"),
    system("FreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    system("XML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),

    // Modules of C and C++.
    c("Glyphs", ["C/Cairo", "C/FreeType"]),
    c("TagRules"),
    c("TextLayout"),
    c(
      "PopplerPage",
      [
        "C/Cairo", "C/Fontconfig", "C/FreeType", "C/ISAL", "C/Poppler", "C/PopplerCore",
        "C/RenderAccelerators", "C/TagRules", "C/TextLayout",
      ]),
    c("RenderAccelerators", ["C/Cairo", "C/FreeType", "C/Glyphs", "C/LCMS"]),
    c("Linux"),
    c("Fork"),
    c("JSON", links: "simdjson"),
    c("Difference"),
    c("Pixels"),
    c("Plugin", path: "Sources/C/RectoPlugin"),
    c("Sandbox", links: "seccomp"),
    c("Vips", ["C/Linux"]),
    c("Pixbuf"),
    c("SVG"),
    c("LoadOnDemand"),
    c("Archive", ["C/LoadOnDemand"]),
    c("Cmark", ["C/LoadOnDemand"]),
    c("Curl", ["C/LoadOnDemand"]),
    c("HarfBuzz", ["C/LoadOnDemand"]),
    c("Hogweed", ["C/LoadOnDemand", "C/Nettle"]),
    c("Hyphen", ["C/LoadOnDemand"]),
    c("JPEG", ["C/LoadOnDemand"]),
    c("MicroHTTPD", ["C/LoadOnDemand"]),
    c("Mobi", ["C/LoadOnDemand"]),
    c("Nettle", ["C/LoadOnDemand"]),
    c("SPNG", ["C/LoadOnDemand"]),
    c("SQLite", ["C/LoadOnDemand"]),
    c("Unicode", ["C/LoadOnDemand"]),
    c("WebP", ["C/LoadOnDemand"]),
    c("YAML", ["C/LoadOnDemand"]),
    c("Zip", ["C/LoadOnDemand"]),
    c("PDFium", ["C/Plugin", "C/TagRules"], path: "Plugins/PDFium/Engine", exclude: ["Library"]),
    c("Tasks", ["C/Fork"]),
    .target(name: "CRecto", path: "Sources/C/Recto"),

    // The library, from the bottom to the top.
    module("JSON", ["C/JSON"]),
    module("PageModel", ["JSON", "C/Fork", "C/Linux"]),
    module("TextLayout", ["PageModel", "C/TextLayout", "C/Unicode"]),
    module("Archives", ["PageModel", "C/Archive", "C/Zip"]),
    module("Markup", ["PageModel", "C/XML"]),
    module(
      "Raster",
      ["PageModel", "C/Cairo", "C/ISAL", "C/JPEG", "C/Pixels", "C/SPNG", "C/Vips", "C/WebP"]),
    module(
      "Typesetting",
      [
        "PageModel", "Raster", "C/Cairo", "C/Fontconfig", "C/Glyphs", "C/HarfBuzz", "C/Hyphen",
        "C/Unicode",
      ]),
    module("PluginKit", ["JSON", "PageModel", "TextLayout", "C/Plugin"]),
    module("Workers", ["JSON", "PageModel", "PluginKit", "C/Fork", "C/Linux", "C/Sandbox"]),
    module(
      "Browser", ["JSON", "PageModel", "PluginKit", "Raster", "C/Linux"], embeds: ["Scripts"]),
    module(
      "Pipeline",
      [
        "JSON", "Markup", "PageModel", "PluginKit", "Raster", "Workers", "C/Fontconfig", "C/ISAL",
        "C/Fork", "C/Linux", "C/Nettle", "C/Unicode",
      ]),
    module("Conformance", ["PageModel"]),
    module(
      "Snapshots",
      ["JSON", "Markup", "PageModel", "Pipeline", "PluginKit", "Raster", "C/Difference"],
      embeds: ["Report/report.css", "Report/report.js"]),
    module("HTTP", ["C/Linux", "C/MicroHTTPD"]),
    module(
      "Preview",
      ["HTTP", "JSON", "PageModel", "Pipeline", "PluginKit", "Raster", "Snapshots", "C/Linux"],
      exclude: ["Preflight/Schema"], embeds: ["Proof/Site"]),
    module(
      "Newsstand",
      [
        "Archives", "HTTP", "JSON", "Markup", "PageModel", "Pipeline", "PluginKit", "Raster",
        "C/Cairo", "C/Curl", "C/Hogweed", "C/Nettle", "C/SQLite", "C/Unicode",
      ], exclude: ["Catalogs/JSON/Schema"]),
    module(
      "Server",
      [
        "HTTP", "JSON", "Markup", "Newsstand", "PageModel", "Pipeline", "PluginKit", "Preview",
        "Raster", "Workers", "C/ISAL",
      ], embeds: ["API/openapi.json", "Reader/Site"]),

    // The backends, and the modules that have them all.
    module(
      "PDFBackend",
      [
        "PageModel", "Raster", "TextLayout", "C/Cairo", "C/Poppler", "C/PopplerPage",
        "C/RenderAccelerators",
      ], path: "Plugins/PDF"),
    module(
      "PDFiumBackend", ["JSON", "PageModel", "PluginKit", "C/Linux", "C/PDFium"],
      path: "Plugins/PDFium", exclude: ["Engine", "LICENSE"]),
    module(
      "ImageBackend",
      ["Archives", "Markup", "PageModel", "Raster", "C/Cairo", "C/Pixbuf", "C/SVG", "C/Vips"],
      path: "Plugins/Image"),
    module(
      "TextBackend",
      [
        "Markup", "PageModel", "Raster", "Typesetting", "C/Cairo", "C/Cmark", "C/Unicode", "C/YAML",
      ],
      path: "Plugins/Text", exclude: ["Schema"]),
    module(
      "HTMLBackend", ["Browser", "JSON", "Markup", "PageModel", "PluginKit", "Typesetting"],
      path: "Plugins/HTML", embeds: ["Scripts"]),
    module(
      "EPUBReading", ["Archives", "Markup", "PageModel", "C/Mobi", "C/Nettle"],
      path: "Plugins/EPUB/Reading"),
    module(
      "EPUBBackend",
      [
        "Browser", "EPUBReading", "HTMLBackend", "JSON", "PDFBackend", "PageModel", "PluginKit",
        "TextLayout", "Typesetting", "C/Unicode",
      ], path: "Plugins/EPUB", exclude: ["Reading"], embeds: ["Scripts"]),
    module(
      "PackageBackend", ["Archives", "JSON", "PageModel", "PluginKit"], path: "Plugins/Package",
      exclude: ["Schema"]),
    .target(
      name: "RectoBackends",
      dependencies: modules(["PageModel", "Pipeline", "PluginKit", "Workers"]) + [
        .target(name: "RectoPDFBackend", condition: .when(traits: ["PDF"])),
        .target(name: "RectoPDFiumBackend", condition: .when(traits: ["PDFium"])),
        .target(name: "RectoImageBackend", condition: .when(traits: ["Image"])),
        .target(name: "RectoTextBackend", condition: .when(traits: ["Text"])),
        .target(name: "RectoHTMLBackend", condition: .when(traits: ["HTML"])),
        .target(name: "RectoEPUBBackend", condition: .when(traits: ["EPUB"])),
        .target(name: "RectoPackageBackend", condition: .when(traits: ["Package"])),
      ], path: "Sources/Backends"),
    module("SnapshotTesting", ["Backends", "PageModel", "Pipeline", "Snapshots"]),

    // Programs.
    .executableTarget(
      name: "recto",
      dependencies: modules([
        "Backends", "Conformance", "HTTP", "JSON", "Newsstand", "PageModel", "Pipeline",
        "PluginKit", "Preview", "Raster", "Server", "Snapshots", "Workers", "C/GLib", "C/Linux",
      ])),
    // Any program can load it: it has Swift's library in it, and shows nothing but its functions.
    .target(
      name: "LibRecto",
      dependencies: modules([
        "Backends", "JSON", "PageModel", "Pipeline", "PluginKit", "Workers", "C/Fork", "C/Linux",
        "C/Pixels", "C/Tasks",
      ]) + ["CRecto"],
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
      dependencies: modules([
        "Backends", "EPUBBackend", "JSON", "PageModel", "Pipeline", "PluginKit", "Raster",
        "Workers",
      ]), path: "bench/latency"),
    .executableTarget(
      name: "TypesettingBench",
      dependencies: modules(["PageModel", "Raster", "Typesetting", "C/Cairo"]),
      path: "bench/typesetting"),
    .executableTarget(
      name: "SnapshotBench",
      dependencies: modules(["JSON", "PageModel", "Pipeline", "PluginKit", "Raster", "Snapshots"])
        + ["SeededPages"], path: "bench/snapshots"),

    // Tests, and their own programs.
    .target(
      name: "TestSupport", dependencies: modules(["C/JPEG", "C/SPNG", "C/WebP"]),
      path: "Tests/TestSupport", exclude: ["Browser"]),
    .target(
      name: "SeededPages",
      dependencies: modules([
        "ImageBackend", "PDFBackend", "PageModel", "Pipeline", "Raster", "Snapshots", "TextBackend",
      ]), path: "Tests/SeededPages"),
    .target(name: "CSandboxProbe", path: "Tests/SandboxProbe/Attempts"),
    // The code of the documentation is where the documentation is.
    .target(
      name: "Snippets",
      dependencies: modules(["Backends", "PageModel", "Pipeline", "Raster", "Workers"]),
      path: "Sources/Pipeline/Pipeline.docc/Code"),
    .executableTarget(
      name: "CacheProcess", dependencies: modules(["Pipeline"]), path: "Tests/CacheProcess"),
    .executableTarget(
      name: "DownloadProcess", dependencies: modules(["Newsstand"]), path: "Tests/DownloadProcess"),
    .executableTarget(
      name: "NewsstandProcess",
      dependencies: modules(["ImageBackend", "Newsstand", "PageModel", "Pipeline", "Raster"]),
      path: "Tests/NewsstandProcess"),
    .executableTarget(
      name: "SandboxProbe", dependencies: modules(["PageModel", "Workers"]) + ["CSandboxProbe"],
      path: "Tests/SandboxProbe/Probe"),
    tests("CommandLine", ["Pipeline"], with: ["recto"], exclude: ["Browser"]),
    tests("Conformance", ["Conformance", "PDFBackend", "PageModel"]),
    tests("Corpus", with: ["recto"]),
    tests(
      "EPUBBackend",
      ["Backends", "EPUBBackend", "EPUBReading", "Markup", "PageModel", "Pipeline", "Workers"],
      with: ["recto"]),
    tests("EPUBReading", ["EPUBReading", "PageModel"], exclude: ["Independent"]),
    tests(
      "HTMLBackend",
      [
        "Backends", "Browser", "Conformance", "HTMLBackend", "JSON", "PackageBackend", "PageModel",
        "Pipeline", "TextBackend", "Workers",
      ], with: ["recto"]),
    tests("HTTP", ["HTTP"]),
    tests(
      "ImageBackend",
      [
        "Conformance", "ImageBackend", "PageModel", "Pipeline", "Raster", "C/JPEG", "C/SPNG",
        "C/WebP", "C/Zip",
      ]),
    tests(
      "Isolation",
      ["Backends", "JSON", "PageModel", "Pipeline", "PluginKit", "Raster", "Workers"],
      with: ["recto"]),
    tests("Library", ["PageModel", "C/Fork", "C/Linux"], exclude: ["Programs"]),
    tests(
      "Newsstand",
      [
        "Backends", "HTTP", "JSON", "Newsstand", "PageModel", "Pipeline", "PluginKit", "Raster",
        "Workers",
      ],
      with: ["DownloadProcess", "NewsstandProcess", "recto"],
      exclude: ["Downloads/Scripts", "Faults/inject_faults.py", "Scripts"]),
    tests(
      "PDFBackend",
      ["Conformance", "PDFBackend", "PageModel", "Raster", "C/Cairo", "C/Poppler", "C/PopplerPage"]),
    tests("PDFiumBackend", ["Conformance", "PDFiumBackend", "PageModel"], with: ["recto"]),
    tests(
      "PackageBackend",
      ["Conformance", "ImageBackend", "PDFBackend", "PackageBackend", "PageModel", "TextBackend"]),
    tests("PageModel", ["JSON", "PageModel"]),
    tests(
      "Pipeline", ["JSON", "Markup", "PageModel", "Pipeline", "Raster", "Workers", "C/Cmark"],
      with: ["CacheProcess"]),
    tests(
      "PluginKit",
      ["Conformance", "JSON", "PDFBackend", "PageModel", "PluginKit", "TextLayout", "C/Plugin"],
      with: ["recto"]),
    tests("Preflight", ["JSON", "PDFBackend", "PageModel", "Preview"], with: ["recto"]),
    tests("Preview", ["PageModel", "Preview"], with: ["recto"], exclude: ["Browser"]),
    tests("Raster", ["PageModel", "Raster"]),
    tests(
      "Server",
      ["Backends", "HTTP", "Newsstand", "PageModel", "Pipeline", "Raster", "Server", "Workers"],
      with: ["recto"], exclude: ["Reader", "Scripts"]),
    tests(
      "Snapshot",
      [
        "ImageBackend", "JSON", "PageModel", "Pipeline", "Raster", "SnapshotTesting", "Snapshots",
        "TextBackend",
      ], with: ["SeededPages"]),
    tests(
      "Snippet", ["Conformance", "PageModel", "Pipeline", "Workers"], with: ["Snippets", "recto"]),
    tests(
      "TextBackend",
      ["Conformance", "JSON", "PageModel", "PluginKit", "TextBackend", "Typesetting"]),
    tests("Typesetting", ["PageModel", "Typesetting"], exclude: ["Breaking/Fixtures"]),
    tests("Workers", ["PageModel", "PluginKit", "Workers", "C/Linux"], with: ["SandboxProbe"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: needsCXX20 ? .gnucxx20 : .gnucxx17
)

// In C++20, clang reads includes of C targets as imports of modules that the package does not build.
if needsCXX20 {
  for target in package.targets where target.type == .regular && target.name.hasPrefix("CRecto") {
    target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-fno-cxx-modules"])]
  }
}

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
