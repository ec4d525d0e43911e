import RectoPageModel

/// Lays a story out in frames, one after the other, no further than is asked.
///
/// Not `Sendable`: it belongs to the thread of its typesetter.
public final class StoryFlow {
  let story: Story
  let typesetter: Typesetter
  let frames: FrameSequence
  /// The offset of each item's text in the story, in code units, counting one between items.
  public let starts: [Int]
  var state = FlowState()
  /// The amounts by which the columns of a frame are shortened, while they are balanced.
  var limits: [Int: Double] = [:]
  /// Frames that text has left, as they are handed out.
  private var done: [Int: LaidOutFrame] = [:]
  /// The states from which each frame was begun.
  private var beginnings: [Int: FlowState] = [:]
  private var cache: (item: Int, isVertical: Bool, prepared: PreparedParagraph)?
  private(set) var isFinished = false

  /// The longest run of headings that are kept with the item after them.
  private static let longestChain = 8

  /// `frames` gives the frame of a number, from 0, and nil behind the last; it is asked for each
  /// once, when text comes near it.
  public init(_ story: Story, typesetter: Typesetter, frames: @escaping (Int) -> TextFrame?) {
    self.story = story
    self.typesetter = typesetter
    self.frames = FrameSequence(frames)
    var start = 0
    starts = story.items.map { item in
      defer { start += item.length + 1 }
      return start
    }
    state.position.y = self.frames.column(state.position.place)?.top ?? 0
    isFinished = story.items.isEmpty
  }

  /// The content of a frame; nil if no text reaches it.
  ///
  /// Throws `notInstalled` if there is no font, and `limit` for text longer than ICU accepts.
  public func content(ofFrame number: Int) throws(PageError) -> LaidOutFrame? {
    try layOut(through: number)
    if let known = done[number] { return known }
    return state.content[number].map { finished($0, number) }
  }

  /// True if text continues after a frame.
  public func continues(behindFrame number: Int) throws(PageError) -> Bool {
    try layOut(through: number)
    return state.position.place.frame > number
  }

  /// The number of words without a frame; lays out the whole story.
  public func oversetWords() throws(PageError) -> Int {
    try layOut(through: .max)
    guard let overset = state.overset else { return 0 }
    return story.items[overset.item...].enumerated().reduce(0) { sum, entry in
      sum + entry.element.words(from: entry.offset == 0 ? overset.offset : 0)
    }
  }

  private func layOut(through number: Int) throws(PageError) {
    while !isFinished, state.position.place.frame <= number {
      try step()
      handOver()
      if state.item >= story.items.count || state.overset != nil {
        isFinished = true
        try balance()
      }
    }
  }

  /// Moves finished frames out of the state, which is copied for every attempt.
  private func handOver() {
    for number in state.content.keys where number < state.position.place.frame {
      guard let content = state.content[number] else { continue }
      done[number] = finished(content, number)
      state.content[number] = nil
      for place in state.position.notes.keys where place.frame == number {
        state.position.notes[place] = nil
      }
    }
  }

  // MARK: Items

  /// Places the next item, together with those it is kept with.
  private func step() throws(PageError) {
    let before = state
    noteBeginning(before)
    guard try placeChain(), !before.position.isAtTop, state.overset == nil else { return }
    // Items that belong together were separated: try again from the top of a column.
    var moved = before
    guard moveToNextColumn(&moved) else { return }
    state = moved
    _ = try placeChain()
  }

  /// Places a chain of items; returns true if items that belong together were separated.
  private func placeChain() throws(PageError) -> Bool {
    var isParted = false
    var previous: FlowState.Place?
    for _ in 0..<Self.longestChain {
      let item = story.items[state.item]
      let start = try place(item)
      if let previous, start != previous { isParted = true }
      previous = state.position.place
      guard state.overset == nil else { return isParted }
      state.item += 1
      guard item.isKeptWithNext, state.item < story.items.count else { return isParted }
    }
    return isParted
  }

  private func place(_ item: Story.Item) throws(PageError) -> FlowState.Place {
    switch item {
    case .paragraph(let paragraph): try place(paragraph)
    case .table(let table): try place(table)
    case .picture(let picture): try place(picture)
    case .rule(let rule): place(rule)
    }
  }

  func moveToNextColumn(_ state: inout FlowState) -> Bool {
    guard let next = frames.place(after: state.position.place), let column = frames.column(next)
    else {
      return false
    }
    state.position.place = next
    state.position.y = column.top
    state.position.isAtTop = true
    state.position.margin = 0
    return true
  }

  // MARK: Balance

  private func noteBeginning(_ before: FlowState) {
    guard beginnings[before.position.place.frame] == nil else { return }
    beginnings[before.position.place.frame] = before
    // Only the last frame is balanced; one before it may be where its first item begins.
    beginnings[before.position.place.frame - 2] = nil
  }

  /// Makes the columns of the last frame as short as its text allows.
  private func balance() throws(PageError) {
    let last = state.position.place.frame
    guard state.overset == nil, let geometry = frames.geometry(last), geometry.columns.count > 1,
      geometry.frame.balancesColumns, let column = geometry.columns.first,
      let beginning = beginnings[last] ?? beginnings[last - 1]
    else { return }
    var fitting = state
    var low = 0.0
    var high = column.bottom - column.top
    while high - low > 1 {
      let middle = (low + high) / 2
      limits[last] = middle
      state = beginning
      while state.item < story.items.count, state.overset == nil, state.position.place.frame <= last
      {
        try step()
      }
      if state.overset == nil, state.position.place.frame == last, state.item == story.items.count {
        fitting = state
        low = middle
      } else {
        high = middle
      }
    }
    limits[last] = nil
    state = fitting
  }

  // MARK: Preparation

  /// The last one is kept: an item is often placed twice.
  func prepared(_ paragraph: Paragraph, item: Int, isVertical: Bool) throws(PageError)
    -> PreparedParagraph
  {
    if let cache, cache.item == item, cache.isVertical == isVertical { return cache.prepared }
    let prepared = try typesetter.prepare(paragraph, isVertical: isVertical)
    cache = (item, isVertical, prepared)
    return prepared
  }
}

extension Story.Item {
  var isKeptWithNext: Bool {
    guard case .paragraph(let paragraph) = self else { return false }
    return paragraph.style.breakAfter == .avoid
  }

  /// Its paragraphs, those of cells and captions among them.
  package var paragraphs: [Paragraph] {
    switch self {
    case .paragraph(let paragraph): [paragraph]
    case .table(let table): table.rows.flatMap { $0.flatMap(\.paragraphs) }
    case .picture(let picture): picture.caption
    case .rule: []
    }
  }

  /// In code units.
  var length: Int { paragraphs.reduce(0) { $0 + $1.text.units.count } }

  /// The number of words from a code unit of its text on.
  func words(from offset: Int) -> Int {
    var skipped = offset
    var count = 0
    for paragraph in paragraphs {
      let units = paragraph.text.units.dropFirst(skipped)
      skipped = max(0, skipped - paragraph.text.units.count)
      count += units.split { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0x2028 }.count
    }
    return count
  }
}
