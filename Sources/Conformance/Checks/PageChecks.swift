import RectoPageModel

/// A page's boxes are numbers, and its crop box has an area and begins at the origin.
struct BoxesCheck: PageCheck {
  let name = "boxes"

  func problems(of page: any Page, in publication: any Publication) -> [String] {
    let boxes = page.boxes
    let named = [
      ("media", boxes.media), ("crop", boxes.crop), ("bleed", boxes.bleed), ("trim", boxes.trim),
      ("art", boxes.art),
    ]
    var complaints = named.filter { !$0.1.isSane }.map { "the \($0.0) box is not a rectangle" }
    if boxes.crop.isEmpty { complaints.append("the crop box has no area") }
    if boxes.crop.x != 0 || boxes.crop.y != 0 {
      complaints.append("the crop box begins at \(boxes.crop.x), \(boxes.crop.y) and not at 0, 0")
    }
    return complaints
  }
}

/// A publication says of a page's position in a spread what the page says.
struct SpreadPositionCheck: PageCheck {
  let name = "spread-position"

  func problems(of page: any Page, in publication: any Publication) -> [String] {
    let position = publication.spreadPosition(ofPage: page.index)
    guard position != page.spreadPosition else { return [] }
    return ["the page is \(page.spreadPosition) and the publication says \(position)"]
  }
}

extension Rect {
  var isSane: Bool {
    [x, y, width, height].allSatisfy(\.isFinite) && width >= 0 && height >= 0
  }

  /// True if `other` lies inside, within `margin` points.
  func contains(_ other: Rect, margin: Double) -> Bool {
    other.minX >= minX - margin && other.minY >= minY - margin && other.maxX <= maxX + margin
      && other.maxY <= maxY + margin
  }
}

/// Links lie on their page and lead to pages that exist.
struct LinksCheck: PageCheck {
  let name = "links"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let links = try (page as? any LinksPage)?.links() else { return [] }
    return links.enumerated().flatMap { number, link in
      var complaints: [String] = []
      if link.quads.isEmpty { complaints.append("has no area") }
      for quad in link.quads where !(quad.bounds.isSane && touches(quad.bounds, page.size)) {
        complaints.append("does not lie on the page")
      }
      complaints += [link.target.complaint(pageCount: publication.pageCount)].compactMap { $0 }
      return complaints.map { "link \(number + 1) \($0)" }
    }
  }

  /// A link without height, as some makers write them, may touch an edge.
  private func touches(_ box: Rect, _ size: Size) -> Bool {
    box.maxX >= 0 && box.maxY >= 0 && box.minX <= size.width && box.minY <= size.height
  }
}

/// A word has corners of its own only where it does not stand upright, and its box is around them.
struct QuadCheck: PageCheck {
  let name = "quad"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    let words = text.blocks.flatMap(\.lines).flatMap(\.words)
    return words.compactMap { word in
      guard let quad = word.quad else { return nil }
      if quad == Quad(word.box) {
        return "the word \"\(word.text)\" stands upright and has a quad"
      }
      let bounds = quad.bounds
      guard bounds.contains(word.box, margin: 0.5), word.box.contains(bounds, margin: 0.5) else {
        return "the box of the word \"\(word.text)\" is not the one around its quad"
      }
      return nil
    }
  }
}
