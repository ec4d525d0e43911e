import RectoPageModel

/// The warnings for the publisher that come up while a book is read.
struct BookWarnings {
  private(set) var all: [PageWarning] = []
  private var counts: [Code: Int] = [:]

  enum Code: String {
    /// A file that the book names is not in it.
    case missingFile = "missing-file"
    /// The table of contents cannot be read.
    case damagedNavigation = "damaged-navigation"
    /// The package document has something that cannot be, and that is passed over.
    case damagedPackage = "damaged-package"
    /// The narration of a document cannot be read.
    case damagedOverlay = "damaged-overlay"
    /// A file that is encrypted, and not needed to open the book.
    case encryptedFile = "encrypted-file"
    /// A document of a kind that is not shown.
    case unknownMediaType = "unknown-media-type"
    /// The container is not as EPUB wants it, and was read all the same.
    case damagedContainer = "damaged-container"
  }

  /// The first of each kind: a book that lost its folder of pictures says so often.
  mutating func add(_ code: Code, _ message: String) {
    counts[code, default: 0] += 1
    guard counts[code, default: 0] <= BookLimits.warnings else { return }
    all.append(PageWarning(code: code.rawValue, message: message))
  }
}
