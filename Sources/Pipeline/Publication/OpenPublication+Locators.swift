import RectoPageModel

/// Places that can be kept: of a reflowable publication they are found again in another layout.
extension OpenPublication {
  /// The place at which a page begins. Where the backend knows no places but pages, it is the
  /// page's number.
  ///
  /// Throws as `facts(ofPage:_:)`.
  public func locator(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> Locator {
    try check(index)
    let located = try await ask(requestOptions) { publication throws(PageError) in
      try publication.locating?.locator(ofPage: index)
    }
    if let located { return located }
    let name = fileName(ofPath: source)
    return Locator(
      page: index, of: pageCount, href: Locator.href(ofPath: name), mediaType: mediaType)
  }

  /// The index of the page that has the place, also where the place is from another layout of the
  /// publication; nil if the publication does not have it.
  ///
  /// Throws `badRequest` for a locator that cannot be, and what `outline()` throws.
  public func page(
    of locator: Locator, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> Int? {
    try locator.check()
    let pageCount = pageCount
    return try await ask(requestOptions) { publication throws(PageError) in
      guard let locating = publication.locating else { return locator.fixedPage(of: pageCount) }
      return try locating.page(of: locator)
    }
  }

  /// The media type of the source, if its backend reads only one.
  private var mediaType: String {
    let types = opener.info.mediaTypes
    return types.count == 1 ? types[0] : "application/octet-stream"
  }
}

extension Publication {
  /// The publication as one that knows places, if it is.
  fileprivate var locating: (any LocatingPublication)? {
    if let relayed = self as? any RemotePublication, !relayed.offers(.locators) { return nil }
    return self as? any LocatingPublication
  }
}
