import RectoPageModel
import RectoTypesetting

/// A place is a story and how far into its text, with some of the words there.
extension TextPublication: LocatingPublication {
  func locator(ofPage index: Int) throws(PageError) -> Locator {
    guard index >= 0, try composition.hasPage(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    guard let place = try composition.place(ofPage: index) else {
      return Locator(page: index, of: pageCount, href: ownHref, mediaType: LocatedStory.markdown)
    }
    var locator = place.story.locator(at: place.offset)
    locator.position = index + 1
    locator.totalProgression = Double(index) / Double(pageCount)
    return locator
  }

  func page(of locator: Locator) throws(PageError) -> Int? {
    try composition.finish()
    let all = composition.locatedStories()
    guard
      let story = all.first(where: { $0.href == locator.href }) ?? (all.count == 1 ? all[0] : nil)
    else { return locator.href == ownHref ? page(byNumberOf: locator) : nil }
    if let offset = story.offset(of: locator) {
      return try composition.page(at: story.start + offset, in: story.thread)
    }
    for fragment in locator.fragments {
      if let place = composition.target(of: fragment) { return place.page }
    }
    return page(byNumberOf: locator)
  }

  /// A page's number says where it was in its own layout only.
  private func page(byNumberOf locator: Locator) -> Int? {
    locator.page(atTotalProgressionOf: pageCount) ?? locator.fixedPage(of: pageCount)
  }

  private var ownHref: String { Locator.href(ofPath: name) }
}

extension Composition {
  /// The story that stands first on a page, and the code unit of it with which the page begins; nil
  /// for a page without any story's text.
  fileprivate func place(ofPage index: Int) throws(PageError) -> (story: LocatedStory, offset: Int)?
  {
    for entry in pages[index].frames {
      guard let begin = try beginning(of: entry) else { continue }
      let stories = locatedStories(of: entry.frame.thread)
      guard let story = stories.last(where: { $0.start <= begin }) else { continue }
      return (story, begin - story.start)
    }
    return nil
  }

  /// The last page that begins at or before a code unit of a thread.
  fileprivate func page(at offset: Int, in thread: String) throws(PageError) -> Int? {
    var found: Int?
    for page in pages {
      for entry in page.frames where entry.frame.thread == thread {
        guard let begin = try beginning(of: entry) else { continue }
        guard begin <= offset || found == nil else { return found }
        found = page.index
      }
    }
    return found
  }

  /// The code unit of its thread with which a frame's text begins. Repeated content, such as the
  /// head of a table that continues, does not count.
  private func beginning(of entry: PlannedPage.ThreadFrame) throws(PageError) -> Int? {
    let thread = entry.frame.thread
    let offsets = try offsets(inFrame: entry.number, of: thread)
    var last: Int?
    var before = entry.number - 1
    while !offsets.isEmpty, last == nil, before >= 0 {
      last = try self.offsets(inFrame: before, of: thread).max()
      before -= 1
    }
    return offsets.filter { $0 > last ?? -1 }.min()
  }

  /// The code units of the thread with which the lines of a frame begin.
  private func offsets(inFrame number: Int, of thread: String) throws(PageError) -> [Int] {
    guard let set = try flow(thread).content(ofFrame: number) else { return [] }
    // Text beside the flow, such as notes and markers, says nothing about the position in it.
    return set.lines.filter { ![.note, .marker, .ruby, .repeatedHead].contains($0.kind) }
      .map { $0.paragraph.start + $0.line.range.lowerBound }
  }

  fileprivate func locatedStories() -> [LocatedStory] { threads.flatMap(locatedStories) }

  /// The stories of a thread in their order.
  private func locatedStories(of thread: String) -> [LocatedStory] {
    let starts = flow(thread).starts
    return stories(of: thread).map { part in
      LocatedStory(
        part.story, href: href(ofStory: part.name), thread: thread,
        start: part.firstItem < starts.count ? starts[part.firstItem] : starts.last ?? 0)
    }
  }

  /// The path of a story's file, or the name of one that the layout has in it.
  private func href(ofStory name: String) -> String {
    guard case .file(let path) = layout.stories[name] else { return Locator.href(ofPath: name) }
    return Locator.href(ofPath: path.text)
  }
}
