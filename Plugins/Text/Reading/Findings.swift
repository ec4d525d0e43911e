import RectoPageModel

/// Collects the problems in the files of a publication, with the place of each.
final class Findings {
  /// The maximum number of findings: a file can have a hundred thousand mistakes, more than anyone
  /// reads.
  static let maximumCount = 50

  enum Code: String, CaseIterable {
    // Findings that the JSON Schema of layouts reports too.
    case unknownKey = "unknown-key"
    case wrongType = "wrong-type"
    case badValue = "bad-value"
    case missingKey = "missing-key"
    // Findings that concern the whole publication.
    case missingFile = "missing-file"
    case leftOut = "left-out"
    case unknownName = "unknown-name"
    case cycle = "cycle"
    case unusedStory = "unused-story"
    case outsidePage = "outside-page"
    case badEncoding = "bad-encoding"
    case ignoredMarkup = "ignored-markup"
    case badFrontMatter = "bad-front-matter"
    // Findings of the layout.
    case overset
    case missingFont = "missing-font"
    case missingGlyph = "missing-glyph"
    // Findings about the reader's options.
    case unknownTheme = "unknown-theme"

    var isOfForm: Bool {
      switch self {
      case .unknownKey, .wrongType, .badValue, .missingKey: true
      default: false
      }
    }
  }

  private var found: [PageWarning] = []
  private var omitted = 0
  private(set) var hasFormError = false
  /// The first limit that was exceeded; the rest is not read.
  private(set) var limit: PageError?

  /// `place` is such as `layout.json:12: pages[0].frames[1].width`.
  func report(
    _ code: Code, at place: String, page: Int? = nil, box: Rect? = nil, _ sentence: String
  ) {
    hasFormError = hasFormError || code.isOfForm
    let warning = PageWarning(
      code: code.rawValue, page: page, box: box, message: "\(place): \(sentence)")
    // Profiles that share pages have them read again, with the same mistakes.
    guard !found.contains(warning) else { return }
    guard found.count < Self.maximumCount else {
      omitted += 1
      return
    }
    found.append(warning)
  }

  func exceed(at place: String, _ sentence: String) {
    if limit == nil { limit = PageError(.limit, "\(place): \(sentence)") }
  }

  /// In the order in which they were found, with a last one for those that were too many.
  var warnings: [PageWarning] {
    guard omitted > 0 else { return found }
    return found + [
      PageWarning(code: "more-warnings", message: "\(omitted) more warnings are not listed")
    ]
  }
}
