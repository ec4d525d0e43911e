// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import CRectoLinux
import Glibc
import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoWorkers

/// The settings with which sources are opened.
final class Engine: Sendable {
  private let recto: Recto
  private let zygote: Zygote
  private let isSandboxed: Bool

  init(_ options: recto_engine_options) throws(Failure) {
    let known = UInt32(RECTO_ENGINE_UNSANDBOXED)
    guard options.flags & ~known == 0 else {
      throw .badRequest("the engine's options have flags that are not known")
    }
    let program = try string(options.program, "the path of the program")
    let cache = try string(options.cache_directory, "the path of the cache")
    isSandboxed = options.flags & known == 0
    do throws(PageError) {
      if let program {
        zygote = try Zygote.spawn(program)
      } else {
        zygote = try Zygote.spawn(try rectoProgram(in: Self.libraryFolders))
      }
    } catch {
      throw Failure(error)
    }
    recto = Recto(
      backends: installedBackends(),
      isolation: .workers(WorkerPool(zygote: zygote, isSandboxed: isSandboxed)),
      // Images are the caller's to keep.
      cache: cache.map { ResultCache(CacheConfiguration(directory: $0, memoryBytes: 0)) })
  }

  /// The path of the command beside this library: in its folder, or in `../bin`.
  private static var libraryFolders: [String] {
    // The address of any function tells dladdr which file it is in.
    let address = unsafeBitCast(
      recto_version as @convention(c) () -> UnsafePointer<CChar>?,
      to: UnsafeRawPointer.self)
    guard let name = linux_object_path(address), let path = realpath(name, nil) else { return [] }
    defer { free(path) }
    let text = String(cString: path)
    guard let slash = text.lastIndex(of: "/") else { return [] }
    let folder = String(text[..<slash])
    return [folder, "\(folder)/../bin"]
  }

  /// Opens a source for a caller with limits of its own.
  func open(
    _ source: @escaping @Sendable () throws(PageError) -> Source, _ options: OpeningOptions
  ) async throws(PageError) -> Publication {
    var pool = WorkerPool(zygote: zygote, isSandboxed: isSandboxed)
    pool.count = options.workers ?? pool.count
    pool.limits.seconds = options.seconds ?? pool.limits.seconds
    pool.limits.memoryMiB = options.memoryMiB ?? pool.limits.memoryMiB
    pool.limits.helperMemoryMiB = options.memoryMiB ?? pool.limits.helperMemoryMiB
    let open = try await recto.isolated(by: .workers(pool)).open(source(), options: options.open)
    return Publication(open, engine: self)
  }
}

@c @implementation
public func recto_version() -> UnsafePointer<CChar>! { versionString }

/// Made once and never written to.
nonisolated(unsafe) private let versionString = UnsafePointer(strdup(rectoVersion))

@c @implementation
public func recto_engine_new(
  _ pointer: UnsafePointer<recto_engine_options>!,
  _ engine: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    guard let engine else { throw .badRequest("the pointer for the engine is NULL") }
    engine.pointee = nil
    let made = try Engine(try options(pointer, recto_engine_options()))
    engine.pointee = Registry.make().add(made)
  }
}

@c @implementation
public func recto_engine_free(_ engine: OpaquePointer!) {
  call { _ = take(engine, as: Engine.self) }
}
