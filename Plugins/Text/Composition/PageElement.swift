import RectoPageModel
import RectoTypesetting

/// One thing on a page, in its place.
struct PageElement {
  enum Content {
    case fill(Fill)
    case picture(PlacedPicture)
    case rule(PlacedRule)
    case media(PlacedMedia)
    /// A frame of a thread with its number, or without a thread a text of the page's own.
    case text(LaidOutFrame, Placement, FrameStyle, thread: String?)
  }

  var content: Content
  var zIndex: Int

  /// The stacking order of elements with the same z-index.
  fileprivate var rank: Int {
    switch content {
    case .fill: 0
    case .picture: 1
    case .rule: 2
    case .media: 3
    case .text: 4
    }
  }
}

/// Gathers the items of a page.
struct PageElements {
  private let page: PlannedPage
  private let publication: TextPublication
  private var composition: Composition { publication.composition }

  init(_ page: PlannedPage, in publication: TextPublication) {
    self.page = page
    self.publication = publication
  }

  /// From the back to the front.
  func all() throws(PageError) -> [PageElement] {
    let content = page.content
    var elements: [PageElement] = []
    elements += content.fills.map {
      PageElement(content: .fill($0), zIndex: $0.placement.zIndex)
    }
    elements += content.pictures.map {
      PageElement(content: .picture($0), zIndex: $0.placement.zIndex)
    }
    elements += content.rules.map { PageElement(content: .rule($0), zIndex: $0.zIndex) }
    elements += content.media.map {
      PageElement(content: .media($0), zIndex: $0.placement.zIndex)
    }
    for entry in page.frames {
      let set = try composition.flow(entry.frame.thread).content(ofFrame: entry.number)
      elements.append(
        PageElement(
          content: .text(
            set ?? LaidOutFrame(), entry.frame.placement, entry.frame.style,
            thread: entry.frame.thread), zIndex: entry.frame.placement.zIndex))
    }
    for box in content.texts {
      elements.append(
        PageElement(
          content: .text(try set(box), box.placement, box.style, thread: nil),
          zIndex: box.placement.zIndex))
    }
    for picture in content.pictures {
      guard let caption = picture.caption, !caption.isEmpty else { continue }
      let box = captionBox(caption, under: picture)
      elements.append(
        PageElement(
          content: .text(try set(box), box.placement, box.style, thread: nil),
          zIndex: box.placement.zIndex))
    }
    // Sorting keeps the order in which the layout lists items.
    return elements.enumerated().sorted {
      ($0.element.zIndex, $0.element.rank, $0.offset)
        < ($1.element.zIndex, $1.element.rank, $1.offset)
    }.map(\.element)
  }

  /// From below a picture to the page's end.
  private func captionBox(_ caption: String, under picture: PlacedPicture) -> TextBox {
    let box = picture.placement.box(within: page.area)
    let gap = 4.0
    let area = Rect(
      x: box.x, y: box.maxY + gap, width: box.width,
      height: max(0, page.size.height - box.maxY - gap))
    return TextBox(
      placement: Placement(box: area, zIndex: picture.placement.zIndex), text: caption,
      styleName: "caption")
  }

  /// A text of the page's own, with its placeholders filled in.
  private func set(_ box: TextBox) throws(PageError) -> LaidOutFrame {
    let filler = PlaceholderFiller(page, publication)
    let text = try publication.pageTexts.text(of: box, filler.value)
    let frame = FrameBuilder(
      page, composition.profile, text.styles, composition.typesetter,
      direction: publication.layout.direction
    ).textFrame(box.placement, box.style)
    let flow = StoryFlow(
      text.story.filled(filler.value), typesetter: composition.typesetter
    ) { $0 == 0 ? frame : nil }
    let left = TextCount(
      words: try flow.oversetWords(), pictures: try flow.oversetPictures())
    if !left.isEmpty {
      publication.reportOverset(
        left, page: page.index, box: box.placement.box(within: page.area))
    }
    return try flow.content(ofFrame: 0) ?? LaidOutFrame()
  }
}

/// Knows what placeholders stand for on one page.
struct PlaceholderFiller {
  private let page: PlannedPage
  private let publication: TextPublication

  init(_ page: PlannedPage, _ publication: TextPublication) {
    self.page = page
    self.publication = publication
  }

  func value(_ field: Placeholders.Field) -> String? {
    let metadata = publication.layout.metadata
    switch field {
    case .page: return page.label ?? "\(page.index + 1)"
    case .pages: return "\(publication.pageCount)"
    case .title: return metadata.title
    case .author: return metadata.author
    case .date: return metadata.created.map { String($0.prefix(10)) }
    case .section: return section
    }
  }

  private var section: String? {
    let composition = publication.composition
    if let named = composition.pages.prefix(page.index + 1).last(where: { $0.section != nil }) {
      return named.section
    }
    return composition.section(at: page.index)
  }
}
