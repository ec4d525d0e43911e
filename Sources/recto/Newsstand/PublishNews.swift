import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// The notifications of `recto publish --notify`.
struct PublishNews {
  private let receivers: [NewsReceiver]
  private let announcement: Announcement

  /// Returns nil without `--notify`. Throws if the token's file cannot be read, or the contact is
  /// not a URL.
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

  /// Announces the added issues. False if a receiver could not be notified.
  func announce(_ report: PublishReport) async throws(PageError) -> Bool {
    let added = Set(report.added)
    let issues = report.issues.filter { added.contains($0.id) }
    guard !issues.isEmpty else { return true }
    return try await announce(PushNotice(publication: report.title, issues: issues))
  }

  /// Announces the latest issue that a folder offers.
  func announceLatest(in output: String) async throws -> ExitStatus {
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
    return try await announce(notice) ? .done : .found
  }

  private func announce(_ notice: PushNotice) async throws(PageError) -> Bool {
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
