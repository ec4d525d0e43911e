import RectoPageModel

/// The pages for one kind of device: the same stories in a portrait and in a landscape layout are
/// two profiles.
struct Profile: Sendable, Hashable {
  var name: String
  var size: Size
  var margins: Margins
  /// The width of the printed margin beyond the page's edges.
  var bleed = 0.0
  /// Points from line to line of the grid that lines of text may lie on.
  var baselineGrid: Double?
  var background: LayoutColor?
  var masters: [String: Master] = [:]
  var pages: [PagePlan] = []

  /// The threads that have a frame on any page.
  var shownThreads: Set<String> {
    let contents = pages.flatMap { page in
      [page.content] + page.masters.compactMap { masters[$0]?.content }
    }
    return Set(contents.flatMap(\.frames).map(\.thread))
  }
}

/// The white edges of a page.
struct Margins: Sendable, Hashable {
  var top: Double
  var bottom: Double
  /// The margin at the left of a right-hand page, and with `isMirrored` at the right of a left-hand page.
  var inside: Double
  var outside: Double
  var isMirrored: Bool

  /// The area of a page inside the margins.
  func area(of size: Size, isRightHand: Bool) -> Rect {
    let left = isRightHand || !isMirrored ? inside : outside
    return Rect(
      x: left, y: top, width: max(0, size.width - inside - outside),
      height: max(0, size.height - top - bottom))
  }
}

/// The content that several pages share.
struct Master: Sendable, Hashable {
  var size: Size?
  var margins: Margins?
  var content = PageContent()
}

/// A page, or a run of pages that are alike.
struct PagePlan: Sendable, Hashable {
  enum Count: Sendable, Hashable {
    case times(Int)
    /// As many pages as the text of its threads needs, but at least one.
    case whileTextRemains
  }

  /// Taken in turn by the pages of the run; empty for a page without a master.
  var masters: [String] = []
  var count = Count.times(1)
  /// Instead of the page's number.
  var label: String?
  /// The value of the placeholder `{section}` from this page on.
  var section: String?
  var size: Size?
  var margins: Margins?
  /// Beside what the master has.
  var content = PageContent()
}

/// The content of a page or a master.
struct PageContent: Sendable, Hashable {
  var background: LayoutColor?
  var frames: [Frame] = []
  var texts: [TextBox] = []
  var pictures: [PlacedPicture] = []
  var media: [PlacedMedia] = []
  var rules: [PlacedRule] = []
  var fills: [Fill] = []
  var exclusions: [Exclusion] = []
  var links: [LinkArea] = []

  /// With `other` after it: its frames are filled after those here.
  func adding(_ other: PageContent) -> PageContent {
    let next = (frames.map(\.order).max() ?? -1) + 1
    let later = other.frames.map { frame in
      var frame = frame
      frame.order += next
      return frame
    }
    return PageContent(
      background: other.background ?? background, frames: frames + later,
      texts: texts + other.texts, pictures: pictures + other.pictures,
      media: media + other.media, rules: rules + other.rules, fills: fills + other.fills,
      exclusions: exclusions + other.exclusions, links: links + other.links)
  }
}
