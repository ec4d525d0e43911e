// swift-tools-version: 6.2
import PackageDescription

/// A fuzz target, which sees into the modules that it feeds; `run` says how it is built.
func fuzzer(
  _ name: String, of products: [String] = ["RectoKit"]
) -> Target {
  .executableTarget(
    name: "fuzz-\(name.lowercased())",
    dependencies: ["FuzzSupport"] + (["RectoPluginKit"] + products).map(product),
    path: "Sources/\(name)")
}

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "recto") }

// A package of its own, since its targets make a program only with libFuzzer.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "recto", path: "../..")],
  targets: [
    .target(name: "FuzzSupport", dependencies: [product("RectoPluginKit")]),
    fuzzer("Answers"), fuzzer("Manifests"), fuzzer("Requests"), fuzzer("Packets"),
    fuzzer("Catalogs", of: ["RectoServer"]),
    fuzzer("Setting", of: ["RectoTypesetting"]),
    fuzzer("Sidecars", of: ["RectoFormats"]),
    fuzzer("Texts", of: ["RectoFormats"]),
  ],
  swiftLanguageModes: [.v6]
)
