import RectoPageModel
import RectoTypesetting

/// Flows the threads of a layout through its pages, no further than is asked.
///
/// Belongs to one thread.
final class Composition {
  let layout: Layout
  let profile: Profile
  let typesetter: Typesetter
  let pictures: PictureLibrary
  private let stories: [String: ReadStory]
  private(set) var pages: [PlannedPage] = []
  /// The frames of each thread, with their pages.
  private var frames: [String: [(page: Int, frame: TextFrame)]] = [:]
  private var flows: [String: StoryFlow] = [:]
  /// The index of the current plan, and the number of pages made from it.
  private var plan = 0
  private var made = 0
  private var isFinished = false
  /// The pictures of texts of the pages' own, by name.
  private var ownPictures: [String: ReadStory.StoryPicture] = [:]
  /// The headings of each thread by their items, and the section that each page is in.
  var headingItems: [String: [Int: ReadStory.Heading]] = [:]
  var sections: [Int: String?] = [:]

  init(
    _ layout: Layout, profile: Profile, stories: [String: ReadStory], typesetter: Typesetter,
    pictures: PictureLibrary
  ) {
    self.layout = layout
    self.profile = profile
    self.stories = stories
    self.typesetter = typesetter
    self.pictures = pictures
  }

  // MARK: Stories and threads

  /// A picture that stands in the text.
  func picture(named name: String) -> ReadStory.StoryPicture? {
    for story in stories.values {
      if let picture = story.pictures[name] { return picture }
    }
    return ownPictures[name]
  }

  /// Registers the pictures of a text that belongs to a page.
  func addPictures(of text: ReadStory) {
    ownPictures.merge(text.pictures) { first, _ in first }
  }

  var threads: [String] { layout.threads.keys.sorted() }

  /// The stories of a thread with where each begins among its items.
  func stories(of thread: String) -> [(story: ReadStory, name: String, firstItem: Int)] {
    var first = 0
    return (layout.threads[thread] ?? [thread]).compactMap { name in
      guard let story = stories[name] else { return nil }
      defer { first += story.story.items.count }
      return (story, name, first)
    }
  }

  func flow(_ thread: String) -> StoryFlow {
    if let known = flows[thread] { return known }
    var story = Story(items: [])
    for part in stories(of: thread) {
      story.items += part.story.story.items
      story.notes.merge(part.story.story.notes) { first, _ in first }
    }
    let flow = StoryFlow(story, typesetter: typesetter) { [unowned self] number in
      frame(number, of: thread)
    }
    flows[thread] = flow
    return flow
  }

  private func frame(_ number: Int, of thread: String) -> TextFrame? {
    while frames[thread, default: []].count <= number {
      guard addPage(for: thread) else { return nil }
    }
    return frames[thread]?[number].frame
  }

  // MARK: Pages

  /// True if there is a page of this index; pages up to it are made if they do not exist yet.
  func hasPage(_ index: Int) throws(PageError) -> Bool {
    while true {
      while pages.count <= index, plan < profile.pages.count {
        if case .whileTextRemains = profile.pages[plan].count, made > 0 {
          try finishRun()
        } else {
          _ = addPage(for: nil)
        }
      }
      guard index < pages.count else { return false }
      guard isPreliminary(index), try isEmpty(pages[index]) else { return true }
      try finishRun()
    }
  }

  /// True for a page that is removed if no text reaches it: it was made because a thread looked for
  /// its next frame, or to see whether text remains.
  private func isPreliminary(_ index: Int) -> Bool {
    guard plan < profile.pages.count, case .whileTextRemains = profile.pages[plan].count else {
      return false
    }
    return index < pages.count && index >= pages.count - made + leastPages
  }

  /// The minimum number of pages of the present run: one if the run is not for text, or if the
  /// layout would otherwise have no page.
  private var leastPages: Int {
    profile.pages[plan].threads(in: profile).isEmpty || pages.count == made ? 1 : 0
  }

  /// Lays out everything. Throws what `StoryFlow` throws.
  func finish() throws(PageError) {
    guard !isFinished else { return }
    for thread in threads { _ = try flow(thread).oversetWords() }
    while plan < profile.pages.count {
      if case .whileTextRemains = profile.pages[plan].count, made > 0 {
        try finishRun()
      } else {
        guard addPage(for: nil) else { break }
      }
    }
    isFinished = true
  }

  /// Makes the next page because `thread` needs a frame, or because it is asked for; returns false
  /// if there is no further page.
  private func addPage(for thread: String?) -> Bool {
    while plan < profile.pages.count, pages.count < LayoutLimits.pages {
      let next = profile.pages[plan]
      switch next.count {
      case .times(let count):
        append(next)
        if made >= count { beginNextPlan() }
        return true
      case .whileTextRemains:
        let isNeeded = thread.map { next.threads(in: profile).contains($0) } ?? false
        if made == 0 || isNeeded {
          append(next)
          return true
        }
        // The thread's frames are on later pages, which come after all of this run's text.
        guard (try? finishRun()) != nil else { return false }
      }
    }
    return false
  }

  /// Makes all pages of a run that goes on while text remains, and none too many.
  private func finishRun() throws(PageError) {
    let run = plan
    let threads = profile.pages[run].threads(in: profile).sorted()
    for thread in threads { _ = try flow(thread).oversetWords() }
    guard plan == run else { return }
    let least = leastPages
    while made > least, let last = pages.last, try isEmpty(last) {
      for entry in last.frames { frames[entry.frame.thread]?.removeLast() }
      pages.removeLast()
      made -= 1
    }
    beginNextPlan()
  }

  /// True if no text has reached the page.
  private func isEmpty(_ page: PlannedPage) throws(PageError) -> Bool {
    for entry in page.frames
    where try flow(entry.frame.thread).content(ofFrame: entry.number) != nil {
      return false
    }
    return true
  }

  private func beginNextPlan() {
    plan += 1
    made = 0
  }

  private func append(_ plan: PagePlan) {
    var page = PlannedPage(
      plan, run: made, index: pages.count, profile: profile, direction: layout.direction,
      hasCoverAlone: layout.hasCoverAlone)
    let exclusions = exclusions(on: page)
    for frame in page.content.frames.sorted(by: { $0.order < $1.order }) {
      var textFrame = FrameBuilder(
        page, profile, layout.styles, typesetter, direction: layout.direction
      )
      .textFrame(frame, exclusions: exclusions)
      textFrame.page = page.index
      let number = frames[frame.thread, default: []].count
      frames[frame.thread, default: []].append((page.index, textFrame))
      page.frames.append(PlannedPage.ThreadFrame(frame: frame, number: number))
    }
    pages.append(page)
    made += 1
  }

  private func exclusions(on page: PlannedPage) -> [TextExclusion] {
    let areas = page.content.exclusions.map { exclusion in
      TextExclusion(
        exclusion.placement.outline(within: page.area), margin: exclusion.shapeMargin,
        side: exclusion.side.textSide)
    }
    let wrapped = page.content.pictures.compactMap { picture -> TextExclusion? in
      guard picture.wrap != .none else { return nil }
      let path =
        picture.wrap == .contour
        ? pictures.contour(of: picture, within: page.area)
        : .rectangle(picture.placement.box(within: page.area))
      return TextExclusion(path, margin: picture.shapeMargin, side: picture.side.textSide)
    }
    return areas + wrapped
  }

  /// The page on which a frame of a thread stands.
  func page(ofFrame number: Int, in thread: String) -> Int? {
    guard let frames = frames[thread], number < frames.count else { return nil }
    return frames[number].page
  }

  func frameCount(_ thread: String) -> Int { frames[thread]?.count ?? 0 }
}

extension WrapSide {
  var textSide: TextExclusion.Side {
    switch self {
    case .both: .both
    case .start: .start
    case .end: .end
    case .largest: .largest
    }
  }
}

extension Placement {
  /// The shape, or the box of an item without one.
  func outline(within area: Rect) -> ShapePath { shape ?? .rectangle(box(within: area)) }
}
