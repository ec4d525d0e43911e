import RectoPageModel

/// Checks that something visible is in the box of each word.
struct WordInkCheck: PageCheck {
  let name = "word-ink"

  /// The part of a page's words that may be invisible: white on white, or under a picture.
  private static let invisibleShare = 0.05

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text(), !text.blocks.isEmpty else { return [] }
    let request = RenderRequest(scale: .pixelsPerPoint(page.moderate(2)))
    let (picture, grid) = try page.picture(request)
    // Boxes written in thousandths lose this much at an edge.
    let sheet = Rect(page.size).insetBy(-0.01)
    let visible = text.blocks.flatMap(\.lines).flatMap(\.words).filter { word in
      // Words off the page are invisible, and ones smaller than two pixels may vanish.
      Quad(word.box).corners.allSatisfy(sheet.contains)
        && min(word.box.width, word.box.height) * grid.scale >= 2
    }
    let missing = visible.filter { word in
      !picture.hasContrast(in: grid.transform.apply(word.box.insetBy(-1)))
    }
    guard Double(missing.count) > Self.invisibleShare * Double(visible.count) else { return [] }
    let examples = missing.prefix(5).map { "\"\($0.text)\"" }.joined(separator: ", ")
    return ["\(missing.count) of \(visible.count) words have no ink in their box: \(examples)"]
  }
}

extension Picture {
  /// True if two pixels in `area` differ clearly in a channel.
  fileprivate func hasContrast(in area: Rect) -> Bool {
    let columns = max(0, Int(area.minX))..<max(0, min(width, Int(area.maxX.rounded(.up))))
    let rows = max(0, Int(area.minY))..<max(0, min(height, Int(area.maxY.rounded(.up))))
    guard let x = columns.first, let y = rows.first else { return false }
    let background = self[x, y]
    return rows.contains { y in columns.contains { x in isClearlyOther(self[x, y], background) } }
  }
}
