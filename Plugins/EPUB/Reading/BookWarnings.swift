import RectoPageModel

/// The warnings for the publisher that come up while a book is read.
public struct BookWarnings: Sendable {
  private(set) var all: [PageWarning] = []
  private var counts: [Code: Int] = [:]

  public enum Code: String, Sendable {
    /// A file that the book names is missing.
    case missingFile = "missing-file"
    /// The table of contents cannot be read.
    case damagedNavigation = "damaged-navigation"
    /// The package document contains something invalid, which is ignored.
    case damagedPackage = "damaged-package"
    /// The narration of a document cannot be read.
    case damagedOverlay = "damaged-overlay"
    /// A file is encrypted that is not needed to open the book.
    case encryptedFile = "encrypted-file"
    /// A document is of a kind that is not shown.
    case unknownMediaType = "unknown-media-type"
    /// The container violates EPUB, and was read nevertheless.
    case damagedContainer = "damaged-container"
  }

  /// Adds a warning, unless there are many of its kind: a book without its pictures would have one for
  /// each.
  mutating func add(_ code: Code, _ message: String) {
    counts[code, default: 0] += 1
    guard counts[code, default: 0] <= BookLimits.warnings else { return }
    all.append(PageWarning(code: code.rawValue, message: message))
  }
}
