import RectoPageModel

/// The place at which a page begins is on that page.
struct LocatorCheck: PageCheck {
  let name = "locator"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let publication = publication as? any LocatingPublication,
      (publication as? any RemotePublication)?.offers(.locators) ?? true
    else { return [] }
    let locator = try publication.locator(ofPage: page.index)
    var complaints: [String] = []
    do throws(PageError) {
      try locator.check()
    } catch {
      complaints.append("its place cannot be: \(error.message)")
    }
    let found = try publication.page(of: locator)
    if found != page.index {
      complaints.append("its place is \(found.map { "on page \($0 + 1)" } ?? "nowhere")")
    }
    return complaints
  }
}
