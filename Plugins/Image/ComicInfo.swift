import RectoMarkup
import RectoPageModel

/// The content of `ComicInfo.xml` (version 2.0, Anansi Project) in an archive of page images.
struct ComicInfo {
  static let fileName = "ComicInfo.xml"

  /// The path of the one for the whole publication: at the top, or in the one folder that everything is
  /// in.
  static func name(among paths: some Sequence<String>) -> String? {
    paths.filter { FileName($0).last.lowercased() == fileName.lowercased() }
      .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  private(set) var metadata = Metadata()
  private(set) var direction = ReadingDirection.leftToRight
  /// The titles of places, with the indices of their images, in the order of the images.
  private(set) var bookmarks: [(image: Int, title: String)] = []

  /// Nothing is known.
  init() {}

  /// Throws `damaged` or `unsupported` if it is not XML that can be trusted.
  init(_ content: FileBytes) throws(PageError) {
    let document = try XMLDocument(content, as: .xml)
    let (facts, bookmarks) = try document.withRoot { root throws(PageError) in
      guard root.name == "ComicInfo" else {
        throw PageError(.damaged, "its root is not ComicInfo")
      }
      let facts = Dictionary(
        root.children.map { ($0.name, $0.text.trimmed) }.filter { !$0.1.isEmpty },
        uniquingKeysWith: { first, _ in first })
      let pages = root.children(named: "Pages").first?.children(named: "Page") ?? []
      return (facts, pages.compactMap(Self.bookmark))
    }
    self.bookmarks = bookmarks.sorted { $0.image < $1.image }
    let issue = facts["Series"].map { series in
      facts["Number"].map { "\(series) \($0)" } ?? series
    }
    metadata.title = facts["Title"] ?? issue
    metadata.subject = facts["Title"] == nil ? nil : issue
    metadata.author = facts["Writer"]
    metadata.keywords = facts["Tags"] ?? facts["Genre"]
    metadata.language = facts["LanguageISO"]
    if facts["Manga"] == "YesAndRightToLeft" { direction = .rightToLeft }
  }

  private static func bookmark(_ page: XMLElement) -> (image: Int, title: String)? {
    guard let title = page.attribute("Bookmark")?.trimmed, !title.isEmpty,
      let image = page.attribute("Image").flatMap({ Int($0) }), image >= 0
    else { return nil }
    return (image, title)
  }
}
