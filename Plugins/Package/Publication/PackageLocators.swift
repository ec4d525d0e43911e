import RectoPageModel

/// A place is the part's path, and within a part that knows places, the path there.
extension PackagePublication: LocatingPublication {
  func locator(ofPage index: Int) throws(PageError) -> Locator {
    guard list.pages.indices.contains(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    let (part, page) = inner(index)
    let href = Locator.href(ofPath: part.path.text)
    var locator: Locator
    if let locating = part.locating {
      locator = try locating.locator(ofPage: page)
      locator.href = "\(href)/\(locator.href)"
    } else {
      locator = Locator(
        page: page, of: part.publication.pageCount, href: href,
        mediaType: "application/octet-stream")
    }
    locator.position = index + 1
    locator.totalProgression = Double(index) / Double(pageCount)
    return locator
  }

  func page(of locator: Locator) throws(PageError) -> Int? {
    for part in parts {
      let href = Locator.href(ofPath: part.path.text)
      if let locating = part.locating, locator.href.hasPrefix(href + "/") {
        var inner = locator
        inner.href = String(locator.href.dropFirst(href.count + 1))
        // Numbers count the whole's pages.
        inner.position = nil
        inner.totalProgression = nil
        if let place = try locating.page(of: inner).flatMap(part.place) { return place }
      } else if locator.href == href {
        var inner = locator
        inner.position = nil
        inner.totalProgression = nil
        let page = inner.fixedPage(of: part.publication.pageCount)
        if let place = page.flatMap(part.place) { return place }
      }
    }
    return locator.fixedPage(of: pageCount)
  }
}

extension Part {
  /// The publication as one that knows places, if it is.
  fileprivate var locating: (any LocatingPublication)? {
    publication.info.capabilities.contains(.locators)
      ? publication as? any LocatingPublication : nil
  }
}
