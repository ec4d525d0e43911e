// SPDX-License-Identifier: Apache-2.0

import CRectoLinux
import Glibc
import RectoJSON
import RectoPageModel
import RectoPluginKit
import Synchronization

/// The path and the build of PDFium's shared library. Nothing is loaded to find them.
///
/// The first of these counts: the path that is given; `$RECTO_PDFIUM`; the one in the package
/// pypdfium2 beside the Python package of Recto; `libpdfium.so` in the folders of the system's libraries; the one in the package pypdfium2 of the Python environment that is
/// active (`$VIRTUAL_ENV`), of the user, of each `python3` on the `PATH`.
final class PDFiumLibrary: Sendable {
  private struct Found {
    let path: String?
    let version: String?
  }

  private let named: String?
  private let found = Mutex<Found?>(nil)

  init(_ path: String?) {
    named = path ?? environmentVariable("RECTO_PDFIUM")
  }

  /// The absolute path; nil if no library was found. A named path is used even without a file
  /// there.
  var path: String? { find().path }

  /// The part of it that is read.
  var files: [String] { path.map { [$0, Self.versionFile(besides: $0)] } ?? [] }

  /// The number of PDFium's build where it is written beside the library, as pypdfium2 does, else
  /// the file's size and time.
  var version: String? { find().version }

  private func find() -> Found {
    found.withLock { found in
      if let found { return found }
      let path =
        named.map(absolutePath) ?? Self.besideThisCode()
        ?? Self.places().first { access($0, R_OK) == 0 }
      let fresh = Found(path: path, version: path.flatMap(Self.version))
      found = fresh
      return fresh
    }
  }

  private static let fileName = "libpdfium.so"

  private static func besideThisCode() -> String? {
    guard let path = linux_path_beside("../../pypdfium2_raw/\(fileName)") else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func places() -> [String] {
    let system = [
      "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
      "/usr/lib",
    ]
    let prefixes =
      [environmentVariable("VIRTUAL_ENV"), environmentVariable("HOME").map { "\($0)/.local" }]
      .compactMap(\.self)
      + (environmentVariable("PATH") ?? "").split(separator: ":").filter {
        access("\($0)/python3", X_OK) == 0
      }.map { "\($0)/.." }
    return system.map { "\($0)/\(fileName)" } + prefixes.flatMap(pythonPlaces)
  }

  /// The folders of an environment's packages, in the order of Python's versions.
  private static func pythonPlaces(_ prefix: String) -> [String] {
    let versions = ((try? folderEntries(of: "\(prefix)/lib")) ?? []).sorted().filter {
      $0.hasPrefix("python3")
    }
    return versions.flatMap { version in
      ["site-packages", "dist-packages"].map {
        "\(prefix)/lib/\(version)/\($0)/pypdfium2_raw/\(fileName)"
      }
    }
  }

  private static func version(of path: String) -> String? {
    if let build = build(besides: path) { return build }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "file-\(status.st_size)-\(status.st_mtim.tv_sec)"
  }

  private static func versionFile(besides path: String) -> String {
    "\(folderPrefix(of: path))version.json"
  }

  /// The content of `version.json` in the library's folder, as pypdfium2 writes it.
  private static func build(besides path: String) -> String? {
    guard let bytes = try? FileBytes(path: versionFile(besides: path)), bytes.count < 1 << 16,
      let facts = try? BuildFacts(jsonBytes: bytes.withBytes { Array($0) })
    else { return nil }
    return "\(facts.build)"
  }
}

private struct BuildFacts: JSONDecodable {
  let build: Int

  init(json: JSONValue) throws(JSONError) {
    build = try json.integer("build", in: 1...Int(Int32.max))
  }
}
