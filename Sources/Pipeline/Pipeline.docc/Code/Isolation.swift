import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// An engine with workers of a program that is elsewhere.
func engine(program: String) throws(PageError) -> Recto {
  let zygote = try Zygote.spawn(program)
  let pool = WorkerPool(zygote: zygote, count: 2)
  let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
  return recto
}

/// An engine for what the program made itself.
func engineForTrustedInput() -> Recto {
  Recto(backends: builtInBackends(), isolation: .inProcess)
}

/// An image of a page, or nil if it is not there in time.
func image(ofPage page: Int, in issue: OpenPublication) async throws(PageError) -> Bitmap? {
  let request = RenderRequest()
  do throws(PageError) {
    return try await issue.render(
      page: page, request, RequestOptions(.visible, seconds: 2, queueTimeout: 0.5))
  } catch {
    guard error.code == .limit || error.code == .busy else { throw error }
    return nil
  }
}
