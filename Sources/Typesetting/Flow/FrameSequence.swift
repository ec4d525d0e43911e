import RectoPageModel

/// The frames of a thread, asked for as text reaches them.
final class FrameSequence {
  private let source: (Int) -> TextFrame?
  private var geometries: [FrameGeometry] = []
  private var isExhausted = false

  init(_ source: @escaping (Int) -> TextFrame?) { self.source = source }

  /// Nil behind the last frame.
  func geometry(_ number: Int) -> FrameGeometry? {
    while geometries.count <= number, !isExhausted {
      if let frame = source(geometries.count) {
        geometries.append(FrameGeometry(frame))
      } else {
        isExhausted = true
      }
    }
    return number < geometries.count ? geometries[number] : nil
  }

  func column(_ place: FlowState.Place) -> FrameGeometry.Column? {
    geometry(place.frame)?.columns[place.column]
  }

  /// The column after one; nil behind the last.
  func place(after place: FlowState.Place) -> FlowState.Place? {
    guard let geometry = geometry(place.frame) else { return nil }
    if place.column + 1 < geometry.columns.count {
      return FlowState.Place(frame: place.frame, column: place.column + 1)
    }
    let next = FlowState.Place(frame: place.frame + 1)
    return self.geometry(next.frame) == nil ? nil : next
  }

  /// True if two frames are the same, or on the same page.
  func areOnOnePage(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    guard let page = geometry(first)?.frame.page else { return false }
    return geometry(second)?.frame.page == page
  }

  /// True if another column on its page comes before this one.
  func isBehindOther(_ place: FlowState.Place) -> Bool {
    place.column > 0 || place.frame > 0 && areOnOnePage(place.frame - 1, place.frame)
  }

  func isLast(_ place: FlowState.Place) -> Bool { self.place(after: place) == nil }
}
