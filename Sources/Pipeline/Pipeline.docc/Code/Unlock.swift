import RectoPageModel
import RectoPipeline

/// Opens a publication, and asks for its password for as long as that is missing or wrong. It is
/// given up where `ask` has none.
func unlock(
  _ path: String, with recto: Recto, ask: () async -> String?
) async throws(PageError) -> OpenPublication {
  var options = OpenOptions()
  while true {
    do throws(PageError) {
      return try await recto.open(path, options: options)
    } catch {
      guard error.code == .needsPassword, let password = await ask() else { throw error }
      options.password = password
    }
  }
}
