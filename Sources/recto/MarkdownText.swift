import RectoJSON
import RectoPageModel
import RectoPipeline

/// `recto text --format markdown`: writes plain Markdown for other programs, and its map to a
/// separate file.
struct MarkdownText {
  private let arguments: Arguments
  private let session: Session

  init(_ arguments: Arguments, _ session: Session) {
    self.arguments = arguments
    self.session = session
  }

  func run() async throws -> ExitStatus {
    // Without --pages, all pages are counted and the articles of the whole publication are read.
    let chosen = try await session.pages(arguments)
    let pages = arguments["pages"] == nil ? nil : chosen
    let progress = try Progress(arguments, total: 1)
    let made =
      if let pages {
        try await session.publication.markdown(ofPages: pages)
      } else {
        try await session.publication.markdown()
      }
    for failure in made.failures {
      Diagnostics.report(failure.error, source: session.source, page: failure.page)
    }
    if let map = arguments["map"] {
      var json = JSONWriter()
      json.object {
        made.markdown.writeMembers(to: &$0, includesGlyphs: arguments.has("glyphs"))
      }
      try writeFile(json.bytes + [0x0A], to: map)
    }
    try writeFile(Array(made.markdown.text.utf8), to: arguments["output"] ?? "-")
    progress.finish()
    return made.failures.first.map { ExitStatus($0.error.code) } ?? .done
  }
}
