import Testing

// SwiftPM defines a condition for each trait that the package is built with, here as in `recto`.

#if PDF
  /// True if `recto` is built with Poppler.
  public let hasPoppler = true
#else
  public let hasPoppler = false
#endif

#if EPUB
  /// True if `recto` is built with books.
  public let hasBooks = true
#else
  public let hasBooks = false
#endif

extension Trait where Self == ConditionTrait {
  /// Marks tests of what `recto` does with Poppler only. Tests that import `RectoPDFBackend` need
  /// no mark, unless they start `recto`: they link Poppler in any build.
  public static var needsPoppler: Self {
    .enabled(if: hasPoppler, "recto is built without Poppler (trait PDF)")
  }

  /// Marks tests that open books, which are laid out with Poppler.
  public static var needsBooks: Self {
    .enabled(if: hasBooks, "recto is built without books (trait EPUB)")
  }
}
