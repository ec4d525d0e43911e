import RectoPageModel

/// Links lie on their page and lead to pages that exist.
struct LinksCheck: PageCheck {
  let name = "links"

  func complaints(
    about page: any Page, in publication: any Publication
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
