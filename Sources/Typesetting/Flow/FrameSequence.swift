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

  func isLast(_ place: FlowState.Place) -> Bool { self.place(after: place) == nil }
}
