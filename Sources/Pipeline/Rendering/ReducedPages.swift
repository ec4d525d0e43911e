import RectoPageModel
import Synchronization

/// The pages whose images were reduced, because the requested size would have
/// passed a limit.
final class ReducedPages: Sendable {
  private struct Reduction {
    /// Pixels per point.
    let scale: Double
    let highest: Double
  }

  private let reductions = Mutex<[Int: Reduction]>([:])

  /// Takes note of the scale that pages were rendered at.
  func note(_ pages: [Int], at scale: Double, _ request: RenderRequest) {
    guard case .upTo(let highest) = request.scale, !request.scale.isMet(by: scale) else { return }
    reductions.withLock { reductions in
      for page in pages { reductions[page] = Reduction(scale: scale, highest: highest) }
    }
  }

  var warnings: [PageWarning] {
    reductions.withLock { $0 }.sorted { $0.key < $1.key }.map { page, reduction in
      PageWarning(
        code: PageWarning.reducedScale, page: page,
        message:
          "the page is too large for an image of \(brief(reduction.highest * 72)) dpi, and has "
          + "\(brief(reduction.scale * 72)): ask for a region to see more")
    }
  }
}

extension RenderRequest.Scale {
  /// True if an image of that many pixels per point is what is asked for, and not a smaller one.
  func isMet(by scale: Double) -> Bool {
    if case .upTo(let highest) = self { scale >= highest } else { true }
  }
}

extension PageWarning {
  /// The code of warnings that an image has fewer pixels than usual.
  static let reducedScale = "reduced-scale"
}
