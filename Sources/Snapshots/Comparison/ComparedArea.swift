import RectoPageModel

/// The compared area of a page: all of it, or only some regions, without the masks.
public struct ComparedArea: Sendable, Hashable {
  /// The only regions to compare, in page points; empty for the whole page.
  public var regions: [Rect]
  /// The areas to ignore, in page points.
  public var masks: [Rect]

  public init(regions: [Rect] = [], masks: [Rect] = []) {
    self.regions = regions
    self.masks = masks
  }

  var isWhole: Bool { regions.isEmpty && masks.isEmpty }

  func counts(_ point: Point) -> Bool {
    (regions.isEmpty || regions.contains { $0.contains(point) })
      && !masks.contains { $0.contains(point) }
  }

  /// The words that count, by their middle.
  func words(of text: PageText) -> PageText {
    guard !isWhole else { return text }
    var text = text
    for block in text.blocks.indices {
      for line in text.blocks[block].lines.indices {
        text.blocks[block].lines[line].words.removeAll { !counts($0.box.center) }
        text.blocks[block].lines[line].formulas = []
      }
    }
    return text
  }

  /// A copy of `current` that is as `golden` wherever nothing counts, so that no comparison sees
  /// it.
  ///
  /// Throws `badRequest` for a region or a mask off the page, and where nothing is left.
  func covered(
    _ current: Bitmap, like golden: Bitmap, by transform: AffineTransform
  ) throws(PageError) -> Bitmap {
    let size = current.size
    func boxes(_ rects: [Rect], _ name: String) throws(PageError) -> [PixelBox] {
      var boxes: [PixelBox] = []
      for rect in rects {
        let shown = transform.apply(rect)
        guard let box = PixelBox(shown, within: size) else {
          throw PageError(
            .badRequest,
            "the \(name) \(brief(rect.x)),\(brief(rect.y)),\(brief(rect.width)),"
              + "\(brief(rect.height)) lies outside of the page")
        }
        boxes.append(box)
      }
      return boxes
    }
    let kept = try boxes(regions, "region")
    let hidden = try boxes(masks, "mask")
    var counts = [Bool](repeating: kept.isEmpty, count: size.width * size.height)
    func mark(_ boxes: [PixelBox], _ value: Bool) {
      for box in boxes {
        for row in box.y..<box.bottom {
          for index in row * size.width + box.x..<row * size.width + box.right {
            counts[index] = value
          }
        }
      }
    }
    mark(kept, true)
    mark(hidden, false)
    guard counts.contains(true) else {
      throw PageError(.badRequest, "the masks leave nothing to compare")
    }
    let copy = Bitmap(size: size, format: current.format)
    PicturePair.lend(golden, current) { pair in
      copy.withPixels { pixels in
        let pixels = pixels.bindMemory(to: UInt32.self)
        for index in counts.indices {
          pixels[index] = counts[index] ? pair.current[index] : pair.golden[index]
        }
      }
    }
    return copy
  }
}
