import RectoBackends
import RectoPageModel
import RectoPipeline

/// An open source, with operations that several commands use.
struct Session: Sendable {
  let publication: OpenPublication
  /// The name of the source in messages.
  let source: String
  /// The requested layout.
  let layout: LayoutOptions
  /// Opens the same source again, as it is now, in a layout.
  let reopen: @Sendable (LayoutOptions) async throws(PageError) -> OpenPublication
  /// Opens it with an engine.
  let openWithEngine: @Sendable (String) async throws(PageError) -> OpenPublication

  /// The source as the other installed engine has it.
  ///
  /// Throws `unsupported` if there is no choice of engines for it, and `notInstalled`.
  func openWithOtherEngine() async throws(PageError) -> OpenPublication {
    guard let engine = publication.engine,
      let other = installedEngines.first(where: { $0 != engine })
    else {
      throw PageError(.unsupported, "only one engine can read it: there is nothing to compare")
    }
    let second = try await openWithEngine(other)
    guard second.backend.id != publication.backend.id else {
      let reason = try await second.info.warnings.first?.message
      throw PageError(.notInstalled, reason ?? "\(other) is not installed")
    }
    return second
  }
}

extension Session {
  /// The maximum number of warnings that are reported individually.
  private static let mostWarnings = 20

  /// Reports the parts of a book that could not be laid out within their limits, so that it has
  /// fewer pages than it should. Returns true if there are any.
  func reportTruncatedParts() async -> Bool {
    let parts = (try? await publication.info.warnings) ?? []
    let short = parts.filter { $0.code == PageWarning.partBeyondLimit }
    for part in short {
      Diagnostics.line(
        Diagnostics.sentence(
          "\(part.message): it is shown as one page, so later page numbers are too low",
          source: source, page: nil))
    }
    return !short.isEmpty
  }

  /// Reports the warnings of the source found while it was read, such as unusable files beside it
  /// or text that no font has, and returns their number.
  func reportWarnings() async -> Int {
    guard
      let found = try? await publication.info.warnings.filter({
        $0.code != PageWarning.partBeyondLimit
      })
    else { return 0 }
    report(found, of: source)
    return found.count
  }

  /// Reports warnings about a source, or about a layout of it, in the order of its pages.
  func report(_ found: [PageWarning], of source: String) {
    let warnings = WarningGroup.groups(found.sorted { ($0.page ?? -1) < ($1.page ?? -1) })
    for warning in warnings.prefix(Self.mostWarnings) {
      Diagnostics.line(
        Diagnostics.sentence(
          "warning: \(warning.message)", source: source, page: warning.first.page))
    }
    let rest = warnings.dropFirst(Self.mostWarnings).reduce(0) { $0 + $1.count }
    if rest > 0 {
      Diagnostics.line(
        Diagnostics.sentence("warning: and \(rest) more", source: source, page: nil))
    }
  }

  /// The pages that the arguments name. Counts a book's pages as far as needed, showing progress.
  func pages(_ arguments: Arguments) async throws -> [Int] {
    guard let text = arguments["pages"] else {
      return PageSelection(count: try await countPages(arguments)).indices
    }
    do {
      if publication.isPageCountEstimated, let highest = try PageSelection.highestNumber(text),
        highest > 0, try await hasPage(highest - 1)
      {
        return try PageSelection(text, count: highest).indices
      }
      return try PageSelection(text, count: try await countPages(arguments)).indices
    } catch let error as PageError where error.code == .badRequest {
      throw UsageError(error.message)
    }
  }

  private func hasPage(_ index: Int) async throws(PageError) -> Bool {
    do throws(PageError) {
      _ = try await publication.facts(ofPage: index)
      return true
    } catch {
      guard error.code == .noSuchPage else { throw error }
      return false
    }
  }

  private func countPages(_ arguments: Arguments) async throws -> Int {
    guard publication.isPageCountEstimated else { return publication.pageCount }
    let progress = try LayoutProgress(arguments)
    defer { progress.finish() }
    return try await publication.countPages { share in progress.advance(to: share) }
  }

  /// Passes the result of `make` for each page to `use`, in page order; several pages are made at
  /// once. A page that fails is reported and does not stop the others; the status is the first
  /// failure's.
  func forEachPage<Value: Sendable>(
    _ pages: [Int], _ make: @escaping @Sendable (Int) async throws(PageError) -> Value,
    use: (Int, Value) throws -> Void
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    for await element in publication.inOrder(pages, make) {
      do {
        try use(element.page, element.result.get())
      } catch let error as PageError where ![.cannotWrite, .outputClosed].contains(error.code) {
        Diagnostics.report(error, source: source, page: layout.excerpt == nil ? element.page : nil)
        if status == .done { status = ExitStatus(error.code) }
      }
    }
    return status
  }
}
