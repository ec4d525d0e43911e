import Foundation
import TestSupport
import Testing

/// The library as `make install` installs it into a folder, with programs compiled against it.
struct InstalledLibrary {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the Python package.
  static let package = "\(root)/Python"

  let folder: TemporaryFolder
  var prefix: String { folder.path("prefix") }
  var library: String { "\(prefix)/lib/librecto.so.0" }

  init() async throws {
    folder = try temporaryFolder()
    let built = URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent().path
    let result = try await run("\(Self.root)/install-library", [built, folder.path("prefix")])
    #expect(result.status == 0, "\(result.errors)")
  }

  static func source(_ name: String) -> String { "\(root)/Tests/LibraryTests/Programs/\(name)" }

  /// Compiles a program with the flags that pkg-config gives, every warning an error.
  func compile(_ source: String, with compiler: String, _ flags: [String]) async throws -> String {
    let binary = folder.path("program-" + (source as NSString).pathExtension)
    let packages = try await run(
      try #require(program("pkg-config")), ["--cflags", "--libs", "recto"],
      environment: ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"])
    #expect(packages.status == 0, "\(packages.errors)")
    let found = packages.text.split { $0 == " " || $0 == "\n" }.map(String.init)
    let warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    let result = try await run(
      try #require(program(compiler)),
      flags + warnings + [source, "-o", binary] + found + ["-pthread", "-Wl,-rpath,\(prefix)/lib"])
    #expect(result.status == 0, "\(result.errors)")
    return binary
  }

  /// Runs a part of the C program on the sample issue.
  func client(_ part: String, _ more: String...) async throws -> CommandResult {
    let binary = try await compile(Self.source("client.c"), with: "gcc", ["-std=c11"])
    return try await run(
      binary, [part, try #require(samplesFolder()) + "/quay.pdf"] + more, environment: builtWith)
  }
}

/// The facts of the build that tests in other languages need: the backend of PDFs, and what is missing.
let builtWith = [
  "RECTO_TEST_PDF": hasPoppler ? "pdf" : "pdfium", "RECTO_TEST_BOOKS": hasBooks ? "yes" : "no",
]

let needsCompiler = "gcc, g++ and pkg-config are not all installed"
let hasCompiler = ["gcc", "g++", "pkg-config"].allSatisfy { program($0) != nil }
