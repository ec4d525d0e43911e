import CRectoDifference
import RectoPageModel

/// The pixels of two pictures of the same size, valid only within `lend`.
struct PicturePair {
  let size: PixelSize
  let golden: UnsafePointer<UInt32>
  let current: UnsafePointer<UInt32>
  /// The mask of the bits of a pixel that are compared.
  let counts: UInt32
  private let c: difference_pair

  /// Lends a pair of two different bitmaps of the same size; both are locked meanwhile.
  static func lend<Value>(
    _ golden: Bitmap, _ current: Bitmap, _ body: (PicturePair) -> sending Value
  ) -> sending Value {
    precondition(golden !== current && golden.size == current.size)
    let size = golden.size
    // Without alpha, the fourth byte has no meaning.
    let counts: UInt32 =
      golden.format == .bgra && current.format == .bgra ? 0xFFFF_FFFF : 0x00FF_FFFF
    return golden.withPixels { golden in
      current.withPixels { current in
        body(
          PicturePair(
            size: size, golden: UnsafePointer(golden.bindMemory(to: UInt32.self).baseAddress!),
            current: UnsafePointer(current.bindMemory(to: UInt32.self).baseAddress!),
            counts: counts))
      }
    }
  }

  private init(
    size: PixelSize, golden: UnsafePointer<UInt32>, current: UnsafePointer<UInt32>, counts: UInt32
  ) {
    self.size = size
    self.golden = golden
    self.current = current
    self.counts = counts
    c = difference_pair(
      a: golden, b: current, width: Int32(size.width), height: Int32(size.height), counts: counts)
  }

  private func ask<Value>(_ body: (UnsafePointer<difference_pair>) -> Value) -> Value {
    withUnsafePointer(to: c, body)
  }

  /// The box of the differences within `box`; nil if there are none. Calls `difference_bounds`.
  func bounds(in box: PixelBox) -> PixelBox? {
    var bounds = box.c
    return ask { difference_bounds($0, &bounds) } ? PixelBox(bounds) : nil
  }

  /// The pixels that differ and the largest difference of a channel.
  func count(in box: PixelBox) -> (pixels: Int, largest: Int) {
    let total = ask { difference_count($0, box.c, 1, nil) }
    return (Int(total.pixels), Int(total.largest))
  }

  /// The number of differing pixels in each cell of the whole picture.
  func cells(in box: PixelBox, side: Int) -> CellGrid {
    var grid = CellGrid(of: size, side: side)
    _ = grid.counts.withUnsafeMutableBufferPointer { cells in
      ask { difference_count($0, box.c, Int32(side), cells.baseAddress) }
    }
    return grid
  }

  /// The visible differences; see `Perception`.
  func perceive(
    in box: PixelBox, threshold: Double, countsAntialiasing: Bool
  ) -> (pixels: Int, smoothed: Int) {
    let seen = ask { difference_perceive($0, box.c, threshold, !countsAntialiasing, 1, nil) }
    return (Int(seen.pixels), Int(seen.smoothed))
  }

  /// The visible differences by cells, those of antialiasing included.
  func perceivedCells(in box: PixelBox, threshold: Double, side: Int) -> CellGrid {
    var grid = CellGrid(of: size, side: side)
    _ = grid.counts.withUnsafeMutableBufferPointer { cells in
      ask { difference_perceive($0, box.c, threshold, false, Int32(side), cells.baseAddress) }
    }
    return grid
  }

  /// The number of differing pixels, and whether another rasterizer explains all of them. If not,
  /// they are counted up to `most`.
  func explain(in box: PixelBox, countingTo most: Int) -> (differing: Int, isExplained: Bool) {
    let edges = ask { difference_explain($0, box.c, Int64(most)) }
    return (Int(edges.differing), edges.unexplained == 0)
  }

  /// The differences that another rasterizer does not explain, by cells; all differences if memory
  /// is short. Calls `difference_redraw`.
  func unexplainedCells(in box: PixelBox, side: Int) -> CellGrid {
    var grid = CellGrid(of: size, side: side)
    let sum = grid.counts.withUnsafeMutableBufferPointer { cells in
      ask { difference_redraw($0, box.c, Int32(side), cells.baseAddress!) }
    }
    return sum < 0 ? cells(in: box, side: side) : grid
  }

  func similarity(in box: PixelBox) -> (mean: Double, lowest: Double) {
    let likeness = ask { difference_similarity($0, box.c) }
    return (likeness.mean, likeness.lowest)
  }

  /// The move that makes a box of the golden most similar to the current picture, if it leaves at
  /// most the share `most` of the difference. Large boxes are judged by about `samples` pixels.
  func move(
    _ box: PixelBox, reach: Int, samples: Int, most: Double
  ) -> (x: Int, y: Int)? {
    let shift = ask { difference_move($0, box.c, Int32(reach), step(box, samples), most) }
    return shift.x == 0 && shift.y == 0 ? nil : (Int(shift.x), Int(shift.y))
  }

  /// The mean square of luma differences in a box.
  func rest(_ box: PixelBox) -> Double { ask { difference_move($0, box.c, 0, 1, 1) }.rest }

  /// The shift of at least two pixels across the edges in a box that leaves less than the share
  /// `most` of the difference that smaller shifts leave, with that remaining difference. Large
  /// boxes are judged by about `samples` pixels. Calls `difference_displace`.
  func displacement(
    _ box: PixelBox, reach: Int, samples: Int = .max, most: Double
  ) -> difference_shift {
    let step = step(box, samples)
    return ask { difference_displace($0, box.c, Int32(reach), step, most) }
  }

  /// The distance between the examined pixels, in both directions, so that a box has about
  /// `samples` of them.
  private func step(_ box: PixelBox, _ samples: Int) -> Int32 {
    Int32(max(1, (Double(box.area) / Double(samples)).squareRoot()))
  }

  func recolor(_ box: PixelBox) -> difference_colors {
    ask { difference_recolor($0, box.c) }
  }

  enum Side {
    case golden
    case current
  }

  private func pixels(_ side: Side) -> UnsafePointer<UInt32> {
    side == .golden ? golden : current
  }

  /// The number of colors in a part of a picture, up to `most`.
  func richness(_ side: Side, _ box: PixelBox, most: Int) -> Int {
    Int(difference_richness(pixels(side), Int32(size.width), box.c, Int32(most)))
  }

  /// The shares of the differing pixels in a box that have a color before and after.
  func shares(of color: Color, in box: PixelBox) -> (golden: Double, current: Double) {
    let like = ask { difference_count_like($0, box.c, color.pixel(in: .bgrx), 12) }
    let all = Double(max(1, like.differing))
    return (Double(like.in_a) / all, Double(like.in_b) / all)
  }

  /// The cells of the golden through which an edge passes.
  func edgeCells(side: Int) -> CellGrid {
    var grid = CellGrid(of: size, side: side)
    grid.counts.withUnsafeMutableBufferPointer { cells in
      difference_edge_cells(
        golden, Int32(size.width), Int32(size.height), Int32(side), 64, cells.baseAddress!)
    }
    return grid
  }

  subscript(_ side: Side, x: Int, y: Int) -> Color {
    let pixel = pixels(side)[y * size.width + x]
    return Color(
      red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255))
  }
}

extension PixelBox {
  fileprivate init(_ box: difference_box) {
    self.init(
      x: Int(box.left), y: Int(box.top), width: Int(box.right - box.left),
      height: Int(box.bottom - box.top))
  }

  fileprivate var c: difference_box {
    difference_box(left: Int32(x), top: Int32(y), right: Int32(right), bottom: Int32(bottom))
  }
}
