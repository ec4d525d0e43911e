import RectoPageModel
import RectoTextBackend
import TestSupport
import Testing

/// A folder of text files that is open as a publication. Pictures in it are layouts of one page.
struct OpenedFolder {
  let publication: any Publication
  private let folder: TemporaryFolder

  init(_ files: [String: String], _ options: OpenOptions = OpenOptions()) throws {
    folder = try temporaryFolder()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    let source = Source(path: folder.path, content: .folder(entries: files.keys.sorted()))
    publication = try TextBackend(pictures: [TextBackend()]).open(source, options: options)
  }

  /// A layout with a story in it, which is called `s`.
  init(
    story: String, _ layout: String, pictures: [String: String] = [:],
    _ options: OpenOptions = OpenOptions()
  ) throws {
    let json = #"{"stories": {"s": "story.md"}, \#(layout)}"#
    try self.init(
      pictures.merging(["layout.json": json, "story.md": story]) { $1 }, options)
  }

  /// A red picture of a size in points.
  static func picture(_ width: Int, _ height: Int) -> String {
    """
    {"size": {"width": \(width), "height": \(height)}, "margins": 0, "pages": [{"fills": [
      {"x": 0, "y": 0, "width": "100%", "height": "100%", "color": "#ff0000"}]}]}
    """
  }

  func page(_ index: Int) throws -> any Page { try publication.page(at: index) }

  func text(_ page: Int = 0) throws -> PageText {
    try #require(try self.page(page) as? any TextPage).text()
  }

  /// The lines of a page, those of its stories first.
  func lines(_ page: Int = 0) throws -> [String] {
    try text(page).blocks.flatMap(\.lines).map(\.plain)
  }

  func images(_ page: Int = 0) throws -> [PlacedImage] {
    try #require(try self.page(page) as? any ImagesPage).images()
  }

  /// The messages of the warnings of a code, after all pages were set.
  func warnings(_ code: String) throws -> [String] {
    for page in 0..<publication.pageCount { _ = try text(page) }
    return publication.info.warnings.filter { $0.code == code }.map(\.message)
  }
}
