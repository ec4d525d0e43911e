import RectoPageModel
import TestSupport
import Testing

extension PageText {
  var words: [TextWord] { blocks.flatMap(\.lines).flatMap(\.words) }
}

func text(_ page: any Page) throws -> PageText {
  try #require(page as? any TextPage).text()
}

/// The blocks of a page of a tagged fixture, each as `role: line / line`.
func blocks(_ fixture: PDFFixture, ofPage index: Int = 0) throws -> [String] {
  let text = try text(open(fixture).page(at: index))
  #expect(text.order == .structureTree)
  return text.blocks.map { block in
    "\(block.role.rawValue): \(block.lines.map(\.plain).joined(separator: " / "))"
  }
}

func words(_ page: any Page) throws -> [TextWord] { try text(page).words }

/// `a` and `b` are the same to the tenth of a point.
func expectEqual(_ a: Rect?, _ b: Rect, sourceLocation: SourceLocation = #_sourceLocation) {
  let isEqual =
    a.map { a in
      zip([a.x, a.y, a.width, a.height], [b.x, b.y, b.width, b.height])
        .allSatisfy { abs($0 - $1) < 0.1 }
    } ?? false
  #expect(isEqual, "\(String(describing: a)) is not \(b)", sourceLocation: sourceLocation)
}

func links(_ page: any Page) throws -> [Link] { try #require(page as? any LinksPage).links() }

func images(_ page: any Page) throws -> [PlacedImage] {
  try #require(page as? any ImagesPage).images()
}

func annotations(_ page: any Page) throws -> [Annotation] {
  try #require(page as? any AnnotatedPage).annotations()
}

func formFields(_ page: any Page) throws -> [FormField] {
  try #require(page as? any AnnotatedPage).formFields()
}

func media(_ page: any Page) throws -> [MediaItem] {
  try #require(page as? any MediaPage).media()
}

func outline(_ publication: any Publication) throws -> [OutlineItem] {
  try #require(publication as? any OutlinedPublication).outline()
}
