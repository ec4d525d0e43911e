// swift-tools-version: 6.2
import PackageDescription

/// A fuzz target, which sees into the modules that it feeds; `run` says how it is built.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: "fuzz-\(name.lowercased())",
    // Pipeline brings PageModel, PluginKit and Workers along, which are no products of their own.
    dependencies: ["FuzzSupport", .product(name: "Pipeline", package: "recto")],
    path: "Sources/\(name)")
}

// A package of its own, since its targets make a program only with libFuzzer.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "recto", path: "../..")],
  targets: [
    .target(name: "FuzzSupport"),
    fuzzer("Answers"), fuzzer("Manifests"), fuzzer("Orders"), fuzzer("Packets"),
  ],
  swiftLanguageModes: [.v6]
)
