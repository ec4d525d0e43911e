import FuzzSupport
import Glibc
import RectoPageModel

@testable import RectoPluginKit

/// A manifest, and after a zero the beginning of a file that a plugin is to recognize.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  let text = input.text()
  let file = File(text)
  do throws(PageError) {
    let backend = try PluginBackend(manifestPath: file.path)
    demand((try? PluginManifest(jsonBytes: text)) == backend.manifest, "it reads in two ways")
    check(backend)
    let content = Source.Content.file(FileBytes(input.all()))
    for path in ["/a/b.djvu", "b", "/", "", ".x"] {
      _ = backend.recognizes(SourceProbe(Source(path: path, content: content)))
      _ = backend.companions(ofSourceAt: path)
    }
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
  return 0
}

/// Files that a manifest names are beside it or given by absolute paths.
private func check(_ backend: PluginBackend) {
  let manifest = backend.manifest
  demand(!manifest.library.contains("/"), "the library lies elsewhere: \(manifest.library)")
  for path in backend.readablePaths {
    demand(path.utf8.first == UInt8(ascii: "/"), "the path is not absolute: \(path)")
    demand(!path.utf8.contains(0), "the path ends early")
    demand(!path.split(separator: "/").contains(".."), "the path leads up: \(path)")
  }
  for name in [manifest.name, manifest.version] { demandShowable(name, upTo: 100) }
}

/// A file in memory, gone with its owner.
private final class File {
  private let descriptor: Int32

  init(_ bytes: [UInt8]) {
    descriptor = (try? FileBytes(bytes).makeDescriptor()) ?? -1
    demand(descriptor >= 0, "there is no memory for a file")
  }

  deinit { close(descriptor) }

  var path: String { "/proc/self/fd/\(descriptor)" }
}
