import RectoJSON
import RectoPageModel
import RectoPipeline

struct InfoCommand: SourceCommand {
  let name = "info"
  let summary = "Shows a source's format, metadata, pages with size and label, and capabilities."
  let ownOptions = [pagesOption, pagesJSONOption, outputOption]
  let examples = ["recto info issue.pdf", "recto info --json scans/ | jq .pageCount"]

  let notes = """
    Consecutive pages of the same kind share a line. For an encrypted source, the cipher and the
    permissions that this password grants are shown (in JSON: "encryption").
    The page count of a book that has not been laid out is estimated from the length of its text (in
    JSON: "pageCountIsEstimated": true), and only the first page is listed. --pages all lays the book
    out and counts its pages.
    """
  /// Warnings are a part of the answer.
  let reportsWarnings = false
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let publication = session.publication
    var pages: [PageFacts] = []
    // The first page is known before a book is laid out.
    let listsFirstPageOnly = publication.isPageCountEstimated && arguments["pages"] == nil
    let wanted = listsFirstPageOnly ? [0] : try await session.pages(arguments)
    let status = try await session.forEachPage(wanted) {
      page throws(PageError) in
      try await publication.facts(ofPage: page)
    } use: { _, facts in
      pages.append(facts)
    }
    let info = try await publication.info
    try answer(arguments) { json in
      write(info, pages, of: session, to: &json)
    } text: {
      describe(info, pages, of: session)
    }
    return arguments.status(status, warningCount: info.warnings.count)
  }

  private func write(
    _ info: PublicationInfo, _ pages: [PageFacts], of session: Session,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("source", session.source)
      json.key("backend")
      json.object { json in
        json.member("id", session.publication.backend.id)
        json.member("version", session.publication.backend.version)
      }
      PublicationFacts(
        info: info, pageCount: session.publication.pageCount,
        pageCountIsEstimated: session.publication.countsByLayout
          ? session.publication.isPageCountEstimated : nil
      ).writeMembers(to: &json)
      json.key("pages")
      json.array(pages) { $0.value($1) }
    }
  }

  private func describe(
    _ info: PublicationInfo, _ pages: [PageFacts], of session: Session
  ) -> String {
    let metadata = info.metadata
    var rows: [(String, String?)] = [
      ("Source", session.source), ("Format", info.format),
      ("Backend", "\(session.publication.backend.id) \(session.publication.backend.version)"),
      ("Title", metadata.title), ("Author", metadata.author), ("Subject", metadata.subject),
      ("Keywords", metadata.keywords), ("Language", metadata.language),
      ("Creator", metadata.creator), ("Producer", metadata.producer),
      ("Created", metadata.created), ("Modified", metadata.modified),
      ("Direction", info.direction.rawValue), ("Pages", pageCount(of: session.publication)),
      ("Encryption", info.encryption?.method),
      ("Permissions", info.encryption.map(permissions)),
      ("Capabilities", info.capabilities.map(\.rawValue).joined(separator: " ")),
    ]
    rows += WarningGroup.groups(info.warnings).map { ("Warning", $0.message) }
    var lines = rows.compactMap { row in
      row.1.map { "\(pad(row.0, to: 14))\(printable($0))" }
    }
    lines.append("")
    lines += PageRun.runs(of: pages).map { run in
      let name = run.pages.count == 1 ? "Page \(run.first)" : "Pages \(run.first)-\(run.last)"
      return pad(name, to: 14) + printable(run.description)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// An estimate with two significant digits.
  private func pageCount(of publication: OpenPublication) -> String {
    let count = publication.pageCount
    guard publication.isPageCountEstimated else { return "\(count)" }
    var unit = 1
    while count / unit >= 100 { unit *= 10 }
    return "about \((count + unit / 2) / unit * unit)"
  }

  /// The permitted and the forbidden uses.
  private func permissions(_ encryption: Encryption) -> String {
    let denied = Encryption.Permission.allCases.filter { !encryption.permissions.contains($0) }
    let parts = [
      encryption.permissions.map(\.rawValue).joined(separator: " "),
      denied.isEmpty ? "" : "(not: \(denied.map(\.rawValue).joined(separator: " ")))",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
