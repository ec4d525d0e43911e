import PageModel

/// What is known of a page when the rules look at it. What no rule needs is empty.
struct PageContents: Sendable {
  var facts: PageFacts
  var text = PageText.none
  var links: [Link] = []
  var images: [PlacedImage] = []
  var media: [MediaItem] = []
  /// Where it lies when the issue is open; nil where it stands alone.
  var side: SpreadSide?
  var picture: PagePicture?
  var contrasts: [BlockContrast] = []
  /// Of the publication that it is in.
  var pageCount = 0
  /// The publication's folder, where it is one.
  var folder: String?

  var index: Int { facts.index }
  /// What is left of the page when it is cut, in its points.
  var trim: Rect { facts.boxes.trim.intersection(facts.boxes.crop) ?? facts.boxes.crop }
  var words: [TextWord] { text.blocks.flatMap(\.lines).flatMap(\.words) }
}

enum SpreadSide: Sendable, Hashable {
  case left, right
}
