import RectoPageModel

/// The results of many pages in the order of the request, made several at a time.
///
/// Each is a success or a failure, so that one page does not stop the others. Leaving the loop, or
/// cancelling the task, cancels unfinished pages.
public struct PagesInOrder<Value: Sendable>: AsyncSequence, Sendable {
  /// The result for one page.
  public struct Element: Sendable {
    /// The number that was asked for.
    public let page: Int
    /// The page's value, or the reason why there is none.
    public let result: Result<Value, PageError>
  }

  let pages: [Int]
  /// Pages in the making, or made and not yet taken.
  let window: Int
  let make: @Sendable (Int) async throws(PageError) -> Value

  /// Restarts with the first page at each call.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The state of a loop. It belongs to one task.
  public final class Iterator: AsyncIteratorProtocol {
    private let sequence: PagesInOrder
    private var position = 0
    private var started: [Task<Element, Never>] = []

    fileprivate init(_ sequence: PagesInOrder) {
      self.sequence = sequence
    }

    deinit { for task in started { task.cancel() } }

    /// The next page of the order, when it is done. Nil after the last, and in a task that was
    /// cancelled.
    public func next() async -> Element? {
      while started.count < sequence.window, position < sequence.pages.count {
        started.append(start(sequence.pages[position]))
        position += 1
      }
      guard !started.isEmpty else { return nil }
      let pending = started
      let element = await withTaskCancellationHandler {
        await pending[0].value
      } onCancel: {
        for task in pending { task.cancel() }
      }
      started.removeFirst()
      return Task.isCancelled ? nil : element
    }

    private func start(_ page: Int) -> Task<Element, Never> {
      Task { [make = sequence.make] in
        do throws(PageError) {
          return Element(page: page, result: .success(try await make(page)))
        } catch {
          return Element(page: page, result: .failure(error))
        }
      }
    }
  }
}
