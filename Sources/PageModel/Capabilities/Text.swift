/// A page whose text can be read.
public protocol TextPage: Page {
  /// The page's text; a page without any gives no blocks, which is not an error.
  func text() throws(PageError) -> PageText
}
