import RectoPageModel

/// Reads all that a publication says of itself and of its first and last pages, and draws those.
///
/// Throws what the publication throws.
public func readAll(of publication: any Publication) throws(PageError) {
  for warning in publication.info.warnings { demandShowable(warning.message, upTo: 2000) }
  let count = publication.pageCount
  demand(count > 0, "there are no pages")
  _ = try (publication as? any OutlinedPublication)?.outline()
  for index in Set([0, 1, 2, count - 1]).sorted() where index < count {
    try readAll(of: publication.page(at: index))
    guard let locating = publication as? any LocatingPublication else { continue }
    let locator = try locating.locator(ofPage: index)
    let found = try locating.page(of: locator)
    demand(found.map { (0..<count).contains($0) } ?? true, "the place is on no page")
  }
}

private func readAll(of page: any Page) throws(PageError) {
  _ = try (page as? any TextPage)?.text()
  _ = try (page as? any LinksPage)?.links()
  _ = try (page as? any ImagesPage)?.images()
  _ = try (page as? any MediaPage)?.media()
  let request = RenderRequest(scale: .fit(PixelSize(width: 120, height: 120)))
  // Pages of strange proportions have no pixel across.
  guard let grid = try? PixelGrid(page: page.size, rotation: page.rotation, request: request)
  else { return }
  let bitmap = Bitmap(size: grid.size, format: .bgrx)
  try page.render(request, on: grid, into: bitmap)
}
