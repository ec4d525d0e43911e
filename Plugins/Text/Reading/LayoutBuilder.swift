import RectoPageModel

/// Makes a layout of the outermost object of its file.
struct LayoutBuilder {
  private let reading: LayoutReading

  init(_ reading: LayoutReading) { self.reading = reading }

  func build(_ object: LayoutObject) -> Layout {
    var layout = Layout()
    // Editors look there for the schema.
    _ = object["$schema"]?.text()
    if let value = object["metadata"] { read(metadata: value, into: &layout) }
    // Colors before what uses them, and styles and stories before pages.
    let colors = object["colors"].map(palette)
    reading.palette = colors ?? [:]
    layout.styles.palette = reading.palette
    if let styles = object["styles"] { layout.styles.add(reading: styles) }
    if let stories = object["stories"] { layout.stories = self.stories(stories) }
    let given = object["threads"].map { self.threads($0, stories: layout.stories) } ?? []
    // A story that is in no thread is one of its own.
    let joined = Set(given.flatMap(\.stories) + given.map(\.name))
    let names = object["stories"]?.names.filter { layout.stories[$0] != nil } ?? []
    let threads = given + names.filter { !joined.contains($0) }.map { ($0, [$0]) }
    layout.threads = Dictionary(threads.map { ($0.name, $0.stories) }) { first, _ in first }
    if let themes = object["themes"] {
      layout.themes = self.themes(themes, styles: layout.styles)
    } else {
      layout.themes = DefaultLayout.themes
    }
    layout.profiles = ProfileReader(reading, styles: layout.styles, threads: threads).read(object)
    if let stories = object["stories"] { reportUnused(stories, layout) }
    return layout
  }

  private func read(metadata value: LayoutValue, into layout: inout Layout) {
    _ = value.object("metadata") { object in
      layout.metadata.title = object["title"]?.text()
      layout.metadata.author = object["author"]?.text()
      layout.metadata.subject = object["subject"]?.text()
      layout.metadata.keywords = object["keywords"]?.text()
      layout.metadata.language = object["language"]?.name()
      layout.metadata.created = object["date"]?.text()
      layout.direction =
        object["direction"]?.keyword(of: ["ltr", "rtl", "ttb"]).flatMap(ReadingDirection.init)
        ?? .leftToRight
      layout.hasCoverAlone = object["cover-alone"]?.bool() ?? true
    }
    layout.styles.language = layout.metadata.language
  }

  /// The colors of an object by the names that it gives them.
  private func palette(_ value: LayoutValue) -> [String: Color] {
    var palette: [String: Color] = [:]
    for (name, entry) in value.entries(upTo: LayoutLimits.names) {
      guard ColorSyntax.isName(name) else {
        entry.report(.badValue, "the name of a color has letters, digits and hyphens in it")
        continue
      }
      palette[name] = entry.color()?.resolved(in: reading.palette)
    }
    return palette
  }

  private func stories(_ value: LayoutValue) -> [String: StorySource] {
    var stories: [String: StorySource] = [:]
    for (name, entry) in value.entries(upTo: LayoutLimits.names) {
      guard let story = story(entry) else {
        reading.missingStories.insert(name)
        continue
      }
      stories[name] = story
    }
    return stories
  }

  private func story(_ value: LayoutValue) -> StorySource? {
    guard value.isObject else { return value.file("story").map(StorySource.file) }
    let story = value.object("story") { object -> StorySource? in
      let file = object["file"]
      let text = object["text"]
      if file != nil, text != nil {
        value.report(.badValue, "has either a file or a text, not both")
      }
      if let file { return file.file("story").map(StorySource.file) }
      if let text { return text.text().map(StorySource.inline) }
      value.report(.missingKey, "needs the key file or text")
      return nil
    }
    return story ?? nil
  }

  private func threads(
    _ value: LayoutValue, stories: [String: StorySource]
  ) -> [(name: String, stories: [String])] {
    var threads: [(String, [String])] = []
    for (name, entry) in value.entries(upTo: LayoutLimits.names) {
      let names = entry.isText ? [entry] : entry.elements(upTo: LayoutLimits.names)
      let known = names.compactMap { value in
        value.text().flatMap { reading.known($0, in: stories.keys, "story", at: value) }
      }
      threads.append((name, known))
    }
    return threads
  }

  /// Says which stories no frame shows, for each profile.
  private func reportUnused(_ value: LayoutValue, _ layout: Layout) {
    for profile in layout.profiles {
      let shown = Set(profile.shownThreads.flatMap { layout.threads[$0] ?? [] })
      for (name, entry) in value.entries(upTo: LayoutLimits.names)
      where layout.stories[name] != nil && !shown.contains(name) {
        entry.report(.unusedStory, "no frame of the profile \(quoted(profile.name)) shows it")
      }
    }
  }

  private func themes(_ value: LayoutValue, styles: StyleSheet) -> [String: Theme] {
    var themes: [String: Theme] = [:]
    for (name, entry) in value.entries(upTo: 100) {
      themes[name] = entry.object("theme") { object in
        var theme = Theme()
        theme.colors = object["colors"].map(palette) ?? [:]
        for color in theme.colors.keys where reading.palette[color] == nil {
          entry.report(.unknownName, "no color of the layout is called \(quoted(color))")
        }
        theme.background = object["background"]?.color()
        for (style, value) in object["styles"]?.entries(upTo: LayoutLimits.names) ?? [] {
          if styles[style] == nil { styles.reportMissing(style, at: value) }
          theme.styles[style] = NamedStyle(value)
        }
        return theme
      }
    }
    return themes
  }
}

extension LayoutReading {
  /// The name if there is such a thing; nil after a warning. Stories that are missing were
  /// reported where they are named.
  func known(
    _ name: String, in names: some Sequence<String>, _ kind: String, at value: LayoutValue
  ) -> String? {
    if names.contains(name) { return name }
    guard !missingStories.contains(name) else { return nil }
    value.report(
      .unknownName,
      "no \(kind) is called \(quoted(name))" + suggestion(for: name, among: names.sorted()))
    return nil
  }
}

extension LayoutValue {
  /// The path of an existing file; nil after a warning.
  func file(_ kind: String) -> RelativePath? {
    guard let text = text() else { return nil }
    do throws(InvalidPath) {
      let path = try RelativePath(text)
      if reading.files.contains(path) { return path }
      report(.missingFile, "the \(kind) \(quoted(path.text)) is missing or unreadable")
    } catch {
      report(.missingFile, "\(error.sentence), not \(quoted(text))")
    }
    return nil
  }
}
