/// The expected cost of a piece of work, in seconds of a worker. It decides when the work begins;
/// the time that it took is charged afterwards.
struct WorkCost: Sendable, Hashable {
  let seconds: Double

  /// Big work has a lane of its own, since one turn of it would hold up many pages.
  var lane: Lane { seconds >= 1 ? .big : .small }

  /// The seconds to add to the cost once the work has taken `time`. Below a second, at most three
  /// times the expected cost counts: the rest is mostly waiting for processors on a busy machine.
  func correction(took time: Double) -> Double {
    (time < 1 ? min(time, 3 * seconds) : time) - seconds
  }

  enum Lane: Sendable, Hashable, CaseIterable { case small, big }

  /// One page's text or facts.
  static let page = WorkCost(seconds: 0.05)
  /// The opening of a source with pages of its own, such as a PDF.
  static let opening = WorkCost(seconds: 0.2)
  /// The opening of a source whose pages a browser lays out.
  static let layout = WorkCost(seconds: 3)

  /// An image of `pixels` pixels.
  static func image(pixels: Int) -> WorkCost { WorkCost(seconds: 0.03 + Double(pixels) * 5e-8) }

  /// The reading of each of `count` pages.
  static func pages(_ count: Int) -> WorkCost {
    WorkCost(seconds: max(page.seconds, Double(count) * 0.01))
  }
}
