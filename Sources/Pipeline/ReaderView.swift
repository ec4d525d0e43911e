import RectoPageModel
import Synchronization

/// Shows a publication a page at a time: the shown page is rendered first, its neighbors are
/// rendered ahead, and pages that were skipped are cancelled.
///
///     let view = ReaderView(issue, RenderRequest(scale: .fit(screen)))
///     show(try await view.turn(to: 5))
public final class ReaderView: Sendable {
  private struct State {
    /// Pages that are rendered, or being rendered.
    var pages: [Int: Task<Result<Bitmap, PageError>, Never>] = [:]
    var shown: Int?
  }

  private let publication: OpenPublication
  private let request: RenderRequest
  private let reach: Int
  /// The time limit in seconds for the shown page, from the start of its rendering.
  private let seconds: Double?
  private let state = Mutex(State())

  /// `reach` is the number of neighbors on each side that are kept ready, a bitmap each.
  public init(
    _ publication: OpenPublication, _ request: RenderRequest, reach: Int = 1,
    seconds: Double? = nil
  ) {
    self.publication = publication
    self.request = request
    self.reach = max(0, reach)
    self.seconds = seconds
  }

  deinit {
    state.withLock { state in
      for task in state.pages.values { task.cancel() }
    }
  }

  /// Turns to a page and returns its bitmap, at once if it was rendered ahead.
  ///
  /// Throws what rendering throws, and `cancelled` if the view turned to another page meanwhile
  /// or the task was cancelled.
  public func turn(to page: Int) async throws(PageError) -> Bitmap {
    let (task, isAhead) = begin(page)
    var result = await value(of: task)
    if isAhead, case .failure = result {
      // A failure of work ahead, such as a full queue, may have passed.
      result = await value(of: begin(page, again: true).task)
    }
    if case .success = result { renderNeighbors(of: page) }
    return try result.get()
  }

  private typealias Rendering = Task<Result<Bitmap, PageError>, Never>

  private func value(of task: Rendering) async -> Result<Bitmap, PageError> {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels all pages except the page and its neighbors, and begins the page unless it was
  /// rendered ahead.
  private func begin(_ page: Int, again: Bool = false) -> (task: Rendering, isAhead: Bool) {
    state.withLock { state in
      state.shown = page
      for (index, task) in state.pages where abs(index - page) > reach {
        task.cancel()
        state.pages[index] = nil
      }
      if !again, let task = state.pages[page] { return (task, true) }
      let task = start(page, RequestOptions(.visible, seconds: seconds))
      state.pages[page] = task
      return (task, false)
    }
  }

  private func renderNeighbors(of page: Int) {
    state.withLock { state in
      // The reader may have turned on while the page was rendered.
      guard state.shown == page, reach > 0 else { return }
      for index in (1...reach).flatMap({ [page + $0, page - $0] })
      where index >= 0 && index < publication.pageCount && state.pages[index] == nil {
        state.pages[index] = start(index, .neighbor)
      }
    }
  }

  private func start(_ page: Int, _ requestOptions: RequestOptions) -> Rendering {
    Task { [publication, request] in
      do throws(PageError) {
        return .success(try await publication.render(page: page, request, requestOptions))
      } catch {
        return .failure(error)
      }
    }
  }
}
