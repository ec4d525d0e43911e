import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

/// Stories with nothing to set leave their worker as it was.
@Suite struct EmptyStoryTests {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  @Test(arguments: ["", "# ", "> ", "```\n```", "![]()", "<p>x</p>", "[^1]: a note\n"])
  func aWorkerShowsAnEmptyPage(text: String) async throws {
    let folder = try temporaryFolder()
    try folder.write(Array(text.utf8), to: "story.md")
    let pool = patientPool(try Self.zygote.get())
    let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
    let issue = try await recto.open(folder.path + "/story.md")
    #expect(issue.pageCount == 1)
    #expect(try await issue.render(page: 0, RenderRequest()).size.width == 420)
  }
}
