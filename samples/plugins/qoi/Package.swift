// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "qoi-plugin",
  products: [.library(name: "qoi-plugin", type: .dynamic, targets: ["QOIPlugin"])],
  dependencies: [
    // None of Recto's own backends is needed, nor the libraries that they draw with.
    .package(name: "recto", path: "../../..", traits: [])
  ],
  targets: [
    .target(
      name: "QOIPlugin",
      dependencies: [.product(name: "RectoPluginKit", package: "recto")])
  ]
)
