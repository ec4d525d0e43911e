import RectoPageModel
import RectoRaster

/// Renders two facing pages as one picture: side by side, each at the same scale, their top edges
/// aligned, and the whole turned where the request says so. A missing neighbor leaves no gap.
struct SpreadRenderer {
  let pages: PageRenderer

  /// Gives the pixels per point. `request.fit` means the whole spread.
  ///
  /// Throws `badRequest` for a region, which is a matter of one page.
  func render(
    left: (any Page)?, right: (any Page)?, _ request: RenderRequest, into bitmap: Bitmap
  ) throws(PageError) -> Double {
    guard request.region == nil else {
      throw PageError(.badRequest, "a region is a part of one page, and not of a spread")
    }
    let both = [left, right].compactMap { $0 }
    guard both.count > 1 else {
      guard let only = both.first else { throw PageError(.badRequest, "the spread has no page") }
      return try pages.render(only, request, into: bitmap)
    }
    var request = request
    request.scale = .pixelsPerPoint(try scale(of: both, request))
    var halves: [Bitmap] = []
    var scale = 1.0
    for page in both {
      let half = Bitmap(size: PixelSize(width: 1, height: 1))
      scale = try pages.render(page, request, into: half)
      halves.append(half)
    }
    let size = size(of: halves.map(\.size), request.rotation)
    try pages.check(size)
    bitmap.reset(size: size, format: request.pixelFormat)
    bitmap.fill(request.background)
    pages.applyTones(request, to: bitmap, sparing: [])
    place(halves, on: bitmap, request.rotation)
    return scale
  }

  /// The scale at which both pages together fit.
  private func scale(of both: [any Page], _ request: RenderRequest) throws(PageError) -> Double {
    switch request.scale {
    case .pixelsPerPoint(let scale): return scale
    case .upTo(let highest):
      return try pages.limits.largestScale(upTo: highest) { scale throws(PageError) in
        var exact = request
        exact.scale = .pixelsPerPoint(scale)
        let sizes = try both.map { page throws(PageError) in
          try PixelGrid(page: page.size, rotation: page.rotation, request: exact).size
        }
        return size(of: sizes, request.rotation)
      }
    case .fit(let box): return try scale(of: both, fitting: box, request)
    }
  }

  private func scale(
    of both: [any Page], fitting box: PixelSize, _ request: RenderRequest
  ) throws(PageError) -> Double {
    let shown = both.map {
      ($0.rotation + request.rotation).swapsAxes ? $0.size.transposed : $0.size
    }
    let isColumn = request.rotation.swapsAxes
    let along = shown.reduce(0) { $0 + (isColumn ? $1.height : $1.width) }
    let across = shown.reduce(0) { max($0, isColumn ? $1.width : $1.height) }
    let (room, depth) = isColumn ? (box.height, box.width) : (box.width, box.height)
    func scale(_ room: Int) -> Double { min(Double(room) / along, Double(depth) / across) }
    // Each page has whole pixels of its own, so that two may be a pixel longer than their sum.
    var exact = request
    exact.scale = .pixelsPerPoint(scale(room))
    var pixels = 0
    for page in both {
      let size = try PixelGrid(page: page.size, rotation: page.rotation, request: exact).size
      pixels += isColumn ? size.height : size.width
    }
    return pixels > room && room > 1 ? scale(room - 1) : scale(room)
  }

  private func size(of sizes: [PixelSize], _ turn: Rotation) -> PixelSize {
    let widths = sizes.map(\.width)
    let heights = sizes.map(\.height)
    return turn.swapsAxes
      ? PixelSize(width: widths.max() ?? 0, height: heights.reduce(0, +))
      : PixelSize(width: widths.reduce(0, +), height: heights.max() ?? 0)
  }

  /// Puts the turned halves where they lie in the turned spread: the edges that are the tops of
  /// the pages stay on one line, and a turn that points the spread backwards begins with its end.
  private func place(_ halves: [Bitmap], on bitmap: Bitmap, _ turn: Rotation) {
    var offset = 0
    for half in turn == .half || turn == .threeQuarters ? halves.reversed() : halves {
      let size = half.size
      switch turn {
      case .none: bitmap.place(half, x: offset, y: 0)
      case .quarter: bitmap.place(half, x: bitmap.size.width - size.width, y: offset)
      case .half: bitmap.place(half, x: offset, y: bitmap.size.height - size.height)
      case .threeQuarters: bitmap.place(half, x: 0, y: offset)
      }
      offset += turn.swapsAxes ? size.height : size.width
    }
  }
}
