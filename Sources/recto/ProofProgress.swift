import RectoPageModel
import RectoPreview
import Synchronization

/// The progress of a proof: each layout has a bar of its own. Warnings of the devices' layouts are
/// kept for the end.
final class ProofProgress: Sendable {
  private let arguments: Arguments
  private let current = Mutex<Progress?>(nil)
  private let warned = Mutex<[(device: String, warning: PageWarning)]>([])

  var warnings: [(device: String, warning: PageWarning)] { warned.withLock(\.self) }

  /// Throws if the value of `--progress` is unknown.
  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    _ = try Progress(arguments, total: 0)
  }

  func take(_ event: ProofMaker.Event) {
    switch event {
    case .began(let pageCount):
      let progress = try? Progress(arguments, total: pageCount)
      current.withLock { $0 = progress }
    case .made(let page): current.withLock { $0 }?.advance(page: page)
    case .warned(let device, let warning): warned.withLock { $0.append((device, warning)) }
    case .ended: current.withLock { $0.take() }?.finish()
    }
  }
}
