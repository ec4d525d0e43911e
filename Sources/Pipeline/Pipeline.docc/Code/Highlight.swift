import RectoPageModel

/// Tints an area as a yellow marker does, by taking its blue away.
func highlight(_ mark: Quad, on bitmap: Bitmap) {
  let size = bitmap.size
  let image = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  guard let area = mark.bounds.intersection(image) else { return }
  bitmap.withPixels { pixels in
    for y in Int(area.minY)..<Int(area.maxY.rounded(.up)) {
      for x in Int(area.minX)..<Int(area.maxX.rounded(.up)) {
        pixels[(y * size.width + x) * 4] /= 3
      }
    }
  }
}
