/// A publication whose places survive a new layout. Of one whose pages never change, the page's
/// number says as much: it need not conform.
public protocol LocatingPublication: Publication {
  /// The place at which a page begins.
  ///
  /// Throws `noSuchPage`, and what reading the page throws.
  func locator(ofPage index: Int) throws(PageError) -> Locator

  /// The index of the page that has the place; nil if the publication does not have it.
  ///
  /// `page(of: locator(ofPage: index))` is `index`, and after a new layout the page on which the
  /// same text stands.
  func page(of locator: Locator) throws(PageError) -> Int?
}
