import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// The news of `recto publish --notify`.
struct PublishNews {
  private let receivers: [NewsReceiver]
  private let announcement: Announcement

  /// Returns nil without `--notify`. Throws for a token or a contact that is not one.
  init?(_ arguments: Arguments) throws(UsageError) {
    receivers = arguments.list("notify").map(NewsReceiver.init)
    guard !receivers.isEmpty else { return nil }
    var policy = FetchPolicy()
    policy.isPrivateAllowed = arguments.has("allow-private")
    policy.userAgent = "recto/\(rectoVersion)"
    let contact = try contactURL(arguments)
    announcement = Announcement(
      sender: PushSender(policy: policy, contact: contact),
      token: try arguments["notify-token"].map { path throws(UsageError) in
        do throws(PageError) { return try firstLine(ofFile: path) } catch {
          throw UsageError("--notify-token \(path): \(error.message)")
        }
      })
  }

  /// Tells of the issues that were added. False if a receiver was not told.
  func tell(of report: PublishReport) async throws(PageError) -> Bool {
    let added = Set(report.added)
    let issues = report.issues.filter { added.contains($0.id) }
    guard !issues.isEmpty else { return true }
    return try await tell(PushNotice(publication: report.title, issues: issues))
  }

  /// Tells of the latest issue that a folder offers.
  func tellOfLatest(in output: String) async throws -> ExitStatus {
    let published: (title: String?, issues: [Issue])
    do throws(NewsstandError) {
      published = try Publisher.published(in: output)
      if published.issues.isEmpty {
        throw NewsstandError(.notFound, "the catalog in \(output) has no issues to announce")
      }
    } catch {
      Diagnostics.line("recto: \(error.message)")
      return ExitStatus(error.code)
    }
    let notice = PushNotice(publication: published.title, issues: [published.issues[0]])
    return try await tell(notice) ? .done : .found
  }

  private func tell(_ notice: PushNotice) async throws(PageError) -> Bool {
    let report = try await Interruption.cancelOnSignal {
      [announcement, receivers] () throws(PageError) in
      await announcement.send(notice, to: receivers)
    }
    for problem in report.problems { Diagnostics.line("recto: \(problem)") }
    let gone = report.gone > 0 ? "; \(report.gone) have turned notifications off" : ""
    Diagnostics.line(
      "recto: notified \(counted(report.servers, "server")) and \(counted(report.readers, "reader"))\(gone)"
    )
    return report.problems.isEmpty
  }
}

private func counted(_ count: Int, _ word: String) -> String {
  "\(count) \(word)\(count == 1 ? "" : "s")"
}
