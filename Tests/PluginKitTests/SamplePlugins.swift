import Foundation
import RectoPageModel
import RectoPluginKit
import TestSupport

/// The sample plugins of `samples/plugins`, built once for all tests: beside the test bundle, so
/// that the next run finds most of the work done.
enum SamplePlugins {
  static let djvu = Task {
    try await build("djvu") { source, folder in
      try await runTool(require("make"), ["-s", "-C", source, "OUT=\(folder)"])
    }
  }

  static let qoi = Task {
    try await build("qoi") { source, folder in
      try await runTool("\(source)/make.sh", [folder], ["BUILD": "\(folder)-build"])
    }
  }

  /// Three pages of the sample issue as DjVu.
  static let quay = Task {
    let folder = try productFolder("djvu-sample")
    try await runTool(
      "\(sourceFolder("djvu"))/make-sample.sh", [folder, require(samplesFolder(), needsSamples)])
    return "\(folder)/quay.djvu"
  }

  static let canBuildDjVu =
    program("make") != nil && program("ddjvu") != nil
    && FileManager.default.fileExists(atPath: "/usr/include/libdjvu/ddjvuapi.h")
  static let canBuildSwift = program("swift") != nil

  private static func build(
    _ name: String, _ make: (_ source: String, _ folder: String) async throws -> Void
  ) async throws -> PluginBackend {
    let folder = try productFolder(name)
    try await make(sourceFolder(name), folder)
    return try PluginBackend(manifestPath: "\(folder)/\(name).recto-plugin.json")
  }

  private static func sourceFolder(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/samples/plugins/\(name)"
  }

  private static func productFolder(_ name: String) throws -> String {
    let bundle = URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent()
    let folder = bundle.appendingPathComponent("sample-plugins/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }
}

struct ToolFailure: Error {
  let message: String
}

/// The tool's standard output. Throws its error output if it fails.
@discardableResult
func runTool(
  _ path: String, _ arguments: [String], _ environment: [String: String] = [:]
) async throws -> [UInt8] {
  let result = try await run(path, arguments, environment: environment)
  guard result.exited, result.status == 0 else {
    throw ToolFailure(message: "\(path) failed: \(result.text) \(result.errors)")
  }
  return result.output
}

/// The path of a program on the `PATH`.
func require(_ name: String) throws -> String {
  try require(program(name), "\(name) is not installed")
}

private func require<Value>(_ value: Value?, _ message: String) throws -> Value {
  guard let value else { throw ToolFailure(message: message) }
  return value
}

extension PluginBackend {
  /// Opens a file in this process.
  func open(path: String) throws(PageError) -> any Publication {
    try open(
      Source(path: path, content: .file(FileBytes(path: path))), options: OpenOptions())
  }

  func open(bytes: [UInt8]) throws(PageError) -> any Publication {
    try open(
      Source(path: "bytes", content: .file(FileBytes(bytes))), options: OpenOptions())
  }
}

extension Page {
  /// Red, green and blue of the page as it is shown.
  func picture(_ request: RenderRequest) throws(PageError) -> DecodedImage {
    let grid = try PixelGrid(page: size, rotation: rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try paint(request, on: grid, into: bitmap)
    var samples: [UInt8] = []
    samples.reserveCapacity(grid.size.width * grid.size.height * 3)
    bitmap.withPixels { pixels in
      for place in stride(from: 0, to: pixels.count, by: 4) {
        samples += [pixels[place + 2], pixels[place + 1], pixels[place]]
      }
    }
    return DecodedImage(
      width: grid.size.width, height: grid.size.height, channels: 3, samples: samples)
  }
}
