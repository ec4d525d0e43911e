import RectoBackends
import RectoPipeline

/// Opens an issue with an engine of its own.
func openIssue(_ path: String) async throws -> OpenPublication {
  let recto = try await Recto()
  return try await recto.open(path)
}
