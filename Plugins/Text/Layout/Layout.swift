import RectoPageModel

/// A publication as its publisher lays it out: stories, and the pages that they flow through.
/// Lengths are points, and places are page points.
struct Layout: Sendable, Hashable {
  var metadata = Metadata()
  var direction: ReadingDirection = .leftToRight
  /// True if the first page stands alone in spreads.
  var hasCoverAlone = true
  var stories: [String: StorySource] = [:]
  /// The names of the stories that flow one after the other, by the thread's name.
  var threads: [String: [String]] = [:]
  var styles = DefaultStyles.sheet
  /// The pages for each kind of device; the first is the default. Never empty.
  var profiles: [Profile] = []
  var themes: [String: Theme] = [:]

  /// The profile whose page is most like a screen or sheet of `size` in shape, the first of
  /// equals.
  func profile(for size: Size) -> Profile? {
    func difference(_ profile: Profile) -> Double {
      let ratio = (profile.size.width / profile.size.height) / (size.width / size.height)
      return max(ratio, 1 / ratio)
    }
    return profiles.min { difference($0) < difference($1) }
  }

  /// The layout in the colors and styles of one of its themes; unchanged if it has no theme of that
  /// name.
  func themed(_ name: String) -> Layout {
    themes[name].map(themed) ?? self
  }

  /// In other colors.
  func themed(_ theme: Theme) -> Layout {
    var layout = theme.adaptation.map(adapted) ?? self
    layout.styles.palette.merge(theme.colors) { $1 }
    layout.styles.add(theme.styles)
    if let background = theme.background {
      for index in layout.profiles.indices { layout.profiles[index].background = background }
    }
    return layout
  }
}

/// The source of a story's text.
enum StorySource: Sendable, Hashable {
  case file(RelativePath)
  /// Markdown in the layout itself.
  case inline(String)
}

/// Other colors and styles for the same pages, such as for reading at night.
struct Theme: Sendable, Hashable {
  /// The background of every page without one of its own.
  var background: LayoutColor?
  /// By the names of the layout's palette.
  var colors: [String: Color] = [:]
  var styles: [String: NamedStyle] = [:]
  /// The colors of text and paper where the theme knows nothing of the layout, whose own colors must
  /// go with them.
  var own: Colors?

  struct Colors: Sendable, Hashable {
    var paper: Color
    var text: Color
  }

  fileprivate var adaptation: ThemeColors? {
    own.flatMap { ThemeColors(paper: $0.paper, text: $0.text) }
  }
}
