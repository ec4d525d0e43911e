import RectoPageModel

/// The pages of a story that comes without a layout: a book page with a running foot.
enum DefaultLayout {
  /// A5, which a telephone shows readably and a printer prints two of on a sheet.
  static let size = Size(width: 420, height: 595)
  static let storyName = "story"
  static let masterName = "body"

  /// Margins in ninths of the page, as Van de Graaf found them in early books: the text area has
  /// the page's proportions, and twice as much white outside and below as inside and above. On a
  /// screen that wastes too much, so that a part of it is given back to the text.
  static func margins(for size: Size) -> Margins {
    let share = 0.85
    return Margins(
      top: size.height / 9 * share, bottom: size.height * 2 / 9 * share * 0.75,
      inside: size.width / 9, outside: size.width * 4 / 3 / 9, isMirrored: true)
  }

  /// A layout of `story` on pages of `size`.
  static func layout(
    of story: StorySource, metadata: Metadata = Metadata(),
    direction: ReadingDirection = .leftToRight, size: Size = DefaultLayout.size
  ) -> Layout {
    var layout = Layout()
    layout.metadata = metadata
    layout.direction = direction
    layout.styles.language = metadata.language
    layout.stories = [storyName: story]
    layout.threads = [storyName: [storyName]]
    layout.profiles = [profile(size: size, thread: storyName)]
    layout.themes = themes
    return layout
  }

  /// Pages with one column for as long as there is text.
  static func profile(size: Size, thread: String) -> Profile {
    let margins = margins(for: size)
    let area = margins.area(of: size, isRightHand: true)
    var master = Master()
    master.content.frames = [Frame(placement: Placement(), thread: thread)]
    // Centered on the page, so that it is the same on both sides of a leaf.
    let folio = Rect(
      x: size.width / 4, y: area.maxY + margins.bottom * 0.45, width: size.width / 2, height: 14)
    master.content.texts = [
      TextBox(placement: Placement(box: folio), text: "{page}", styleName: "folio")
    ]
    return Profile(
      name: "default", size: size, margins: margins,
      masters: [masterName: master],
      pages: [PagePlan(masters: [masterName], count: .whileTextRemains)])
  }

  /// The themes of every layout that defines none.
  static let themes = Dictionary(
    uniqueKeysWithValues: ReaderTheme.allCases.map { theme in
      (
        theme.rawValue,
        Self.theme(background: theme.paper, text: theme.text, shade: theme.shade)
      )
    })

  /// Colors for all text, with a shade behind code.
  static func theme(background: Color?, text: Color, shade: Color) -> Theme {
    Theme(
      background: background.map { .value($0) },
      styles: [
        "body": NamedStyle([StyleDeclaration(.color, .color(.value(text)))]),
        "code-block": NamedStyle([StyleDeclaration(.backgroundColor, .color(.value(shade)))]),
        "link": NamedStyle([StyleDeclaration(.color, .color(.value(text)))]),
      ],
      own: Theme.Colors(paper: background ?? .white, text: text))
  }
}

extension Theme {
  /// The reader's own colors; nil if there are none. Text on a paper of another color is black or
  /// white, whichever is easier to read.
  init?(_ style: ReaderStyle) {
    guard style.textColor != nil || style.paperColor != nil else { return nil }
    let paper = style.paperColor ?? .white
    let text = style.textColor ?? (paper.isDark ? .white : .black)
    self = DefaultLayout.theme(
      background: style.paperColor, text: text, shade: paper.mixed(with: text, share: 0.08))
  }
}
