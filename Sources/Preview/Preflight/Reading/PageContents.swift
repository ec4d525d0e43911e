import RectoPageModel

/// The facts about a page that rules examine. Those that no rule needs are empty.
struct PageContents: Sendable {
  var facts: PageFacts
  var text = PageText.none
  var links: [Link] = []
  var images: [PlacedImage] = []
  var media: [MediaItem] = []
  /// Its side in the open issue; nil if it stands alone.
  var side: SpreadSide?
  var picture: PagePicture?
  var contrasts: [BlockContrast] = []
  /// The number of pages of its publication.
  var pageCount = 0
  /// The publication's folder, where it is one.
  var folder: String?

  var index: Int { facts.index }
  /// The trimmed area of the page, in its points.
  var trim: Rect { facts.boxes.trim.intersection(facts.boxes.crop) ?? facts.boxes.crop }
  var words: [TextWord] { text.blocks.flatMap(\.lines).flatMap(\.words) }
}

enum SpreadSide: Sendable, Hashable {
  case left, right
}
