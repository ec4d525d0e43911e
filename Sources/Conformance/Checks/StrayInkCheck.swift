import RectoPageModel

/// On a page that holds only text, all ink lies in the boxes of words.
struct StrayInkCheck: PageCheck {
  let name = "stray-ink"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    let (picture, grid) = try page.picture(
      RenderRequest(scale: .pixelsPerPoint(page.moderate(2))))
    let boxes = text.blocks.flatMap(\.lines).flatMap(\.words).map { word in
      // Fonts draw accents, swashes and heavy strokes a little outside of their own ascent.
      grid.transform.apply(word.box.insetBy(-0.2 * max(word.size, 5)))
    }
    let white = Color.white.pixel(in: .bgrx)
    var stray = 0
    var example: (x: Int, y: Int)?
    for y in 0..<picture.height {
      for x in 0..<picture.width where isClearlyOther(picture[x, y], white) {
        let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        guard !boxes.contains(where: { $0.contains(center) }) else { continue }
        stray += 1
        example = example ?? (x, y)
      }
    }
    guard let example else { return [] }
    return [
      "\(stray) pixels of ink lie outside of every word, the first at \(example.x), \(example.y) at scale \(grid.scale)"
    ]
  }
}
