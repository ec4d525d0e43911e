import Foundation
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoWorkers
import TestSupport

/// The plugin that misbehaves on command, in workers of the real `recto`.
enum Misbehavior {
  /// Built once for all tests, beside the test bundle.
  private static let plugin = Task { () async throws -> PluginBackend in
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().path
    let products = URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent()
    let folder = products.appendingPathComponent("sample-plugins/misbehaving").path
    let made = try await run(
      program("make") ?? "make",
      ["-s", "-C", "\(root)/Plugins/misbehaving", "OUT=\(folder)"])
    guard made.status == 0 else { throw BuildFailure(errors: made.errors) }
    return try PluginBackend(manifestPath: "\(folder)/misbehaving.recto-plugin.json")
  }

  /// For `RECTO_PLUGIN_PATH`.
  static func pluginFolder() async throws -> String {
    URL(fileURLWithPath: try await plugin.value.manifestPath).deletingLastPathComponent().path
  }

  struct BuildFailure: Error { let errors: String }

  static let canBuild = program("make") != nil && program("clang") != nil

  /// One zygote for all tests, as a program has that uses the library.
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  /// Opens a publication of five pages that does what the lines say, such as `page 2: hang`.
  ///
  /// Workers have minutes: a test of what takes too long sets a limit for that request alone.
  static func open(
    _ lines: String..., pages: Int = 5, workers: Int = 1, isSandboxed: Bool = true,
    zygote: Zygote? = nil, clock: ManualClock? = nil,
    _ adjust: (inout WorkerLimits) -> Void = { _ in }
  ) async throws -> OpenPublication {
    var pool = patientPool(try zygote ?? Self.zygote.get(), count: workers)
    pool.isSandboxed = isSandboxed
    // A test examines one ending after the other.
    pool.limits.endedWorkers = 1000
    adjust(&pool.limits)
    let script = (["misbehave", "pages \(pages)"] + lines).joined(separator: "\n") + "\n"
    let file = try temporaryFolder()
    let recto = Recto(
      backends: [try await plugin.value], isolation: .workers(pool),
      now: { clock?.now ?? .now })
    return try await recto.open(file.write(script.utf8, to: "script.misbehave"))
  }
}

extension OpenPublication {
  /// True if a page is painted as by a well-behaved plugin.
  func rendersPlainly(_ page: Int) async throws -> Bool {
    let bitmap = try await render(page: page, RenderRequest())
    let expected = UInt32(0xFF00_8040) | UInt32((page + 1) * 16 & 0xFF) << 16
    return bitmap.size == PixelSize(width: 100, height: 100)
      && bitmap.withPixels { pixels in
        pixels.bindMemory(to: UInt32.self).allSatisfy { $0 | 0xFF00_0000 == expected }
      }
  }

  /// The error of rendering a page, or nil. Each thing that the worker is asked for it may take
  /// `seconds`, and minutes where that is nil.
  func failure(ofPage page: Int, seconds: Double? = nil) async -> PageError? {
    do throws(PageError) {
      _ = try await render(page: page, RenderRequest(), RequestOptions(.visible, seconds: seconds))
      return nil
    } catch {
      return error
    }
  }
}

/// The processes that still run with this word in their command line (proc(5)).
func processes(naming word: String) throws -> Set<Int32> {
  let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init)
  return Set(
    all.filter { process in
      let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
      return words?.split(separator: "\0").contains { $0 == word } == true
    })
}
