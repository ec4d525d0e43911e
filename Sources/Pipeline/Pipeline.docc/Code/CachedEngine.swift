import RectoBackends
import RectoPipeline

/// An engine that keeps image files in `folder`, and some of them in memory.
func cachedEngine(_ folder: String) async throws -> Recto {
  let configuration = CacheConfiguration(
    directory: folder, memoryBytes: 32 << 20, diskBytes: 256 << 20)
  return try await Recto(cache: ResultCache(configuration))
}
