/// The expected cost of a piece of work, in seconds of a worker. It orders the work before it is done;
/// the time that it took is charged afterwards.
struct WorkCost: Sendable, Hashable {
  let seconds: Double

  /// Big work waits in a lane apart: a turn of it would hold up many pages.
  var lane: Lane { seconds >= 1 ? .big : .small }

  /// The seconds that are to be added when it is known how long it took. On a busy machine that is
  /// mostly waiting for processors, unless it is much longer than expected.
  func correction(took time: Double) -> Double {
    (time < 1 ? min(time, 3 * seconds) : time) - seconds
  }

  enum Lane: Sendable, Hashable, CaseIterable { case small, big }

  /// One page's text or facts.
  static let page = WorkCost(seconds: 0.05)
  /// An opening whose pages are there, such as that of a PDF.
  static let opening = WorkCost(seconds: 0.2)
  /// An opening that has a browser lay out pages.
  static let layout = WorkCost(seconds: 3)

  /// An image of so many pixels.
  static func image(pixels: Int) -> WorkCost { WorkCost(seconds: 0.03 + Double(pixels) * 5e-8) }

  /// A look at each of `count` pages.
  static func pages(_ count: Int) -> WorkCost {
    WorkCost(seconds: max(page.seconds, Double(count) * 0.01))
  }
}
