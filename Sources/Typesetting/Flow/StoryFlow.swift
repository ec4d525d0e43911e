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
  let calls: NoteCalls
  var state = FlowState()
  /// The amounts by which the columns of a frame are shortened, while they are balanced.
  var limits: [Int: Double] = [:]
  /// Frames that text has left, as they are handed out.
  private var done: [Int: LaidOutFrame] = [:]
  /// The states from which each frame was begun.
  private var beginnings: [Int: FlowState] = [:]
  private var cache: (item: Int, isVertical: Bool, prepared: PreparedParagraph)?
  /// The notes that the present items call, by name.
  var noteSettings: [String: NoteSettings] = [:]
  private(set) var isFinished = false

  /// The longest run of headings that are kept with the item after them.
  private static let longestChain = 8

  /// `frames` returns the frame of a number from 0, and nil after the last; it is called once for
  /// each, when text comes near it.
  public init(_ story: Story, typesetter: Typesetter, frames: @escaping (Int) -> TextFrame?) {
    self.story = story
    self.typesetter = typesetter
    self.frames = FrameSequence(frames)
    var start = 0
    starts = story.items.map { item in
      defer { start += item.length + 1 }
      return start
    }
    calls = NoteCalls(story)
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

  /// The number of words without a frame, including those of notes; lays out the whole story.
  public func oversetWords() throws(PageError) -> Int {
    var sum = 0
    for entry in try oversetItems() {
      sum += entry.content.words(from: entry.offset)
      let names = entry.content.noteCalls(from: entry.offset).flatMap {
        calls.notes(at: $0, in: entry.item)
      }
      for paragraph in Set(names).compactMap({ story.notes[$0] }).joined() {
        sum += paragraph.text.words(from: 0)
      }
    }
    return sum + state.position.lostNoteWords
  }

  /// The number of pictures without a frame, including those in lines; lays out the whole story.
  public func oversetPictures() throws(PageError) -> Int {
    try oversetItems().reduce(0) { $0 + $1.content.pictures(from: $1.offset) }
  }

  /// An item that is taller than its column, such as a long row of a table.
  public struct Overhang: Sendable, Hashable {
    /// The number of the frame that it exceeds.
    public var frame: Int
    /// The number of the item.
    public var item: Int
  }

  /// The items that exceed their frames; lays out the whole story.
  public func overhangs() throws(PageError) -> [Overhang] {
    try layOut(through: .max)
    return state.overhangs
  }

  /// The items without a frame, with the code unit from which the first has none.
  private func oversetItems() throws(PageError) -> [(
    item: Int, content: Story.Item, offset: Int
  )] {
    try layOut(through: .max)
    guard let overset = state.overset else { return [] }
    return story.items.indices[overset.item...].map {
      ($0, story.items[$0], $0 == overset.item ? overset.offset : 0)
    }
  }

  private func layOut(through number: Int) throws(PageError) {
    while !isFinished, state.position.place.frame <= number {
      try step()
      handOver()
      if state.item >= story.items.count || state.overset != nil {
        isFinished = true
        try balance()
        finishNotes()
      }
    }
  }

  /// Moves finished frames out of the state, which is copied for every attempt.
  private func handOver() {
    // A frame may have notes alone, if a page break passes over it.
    let numbers = Set(state.content.keys).union(state.position.notes.keys.lazy.map(\.frame))
    for number in numbers where number < state.position.place.frame {
      done[number] = finished(state.content[number] ?? LaidOutFrame(), number)
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
    noteSettings = [:]
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
    case .rule(let rule): try place(rule)
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
    texts(from: offset).reduce(0) { $0 + $1.text.words(from: $1.offset) }
  }

  /// The number of pictures from a code unit of its text on.
  func pictures(from offset: Int) -> Int {
    if case .picture = self { return 1 }
    return texts(from: offset).reduce(0) { sum, entry in
      sum
        + entry.text.runs.count {
          $0.attachment?.isPicture == true && $0.range.lowerBound >= entry.offset
        }
    }
  }

  /// The names of the notes that it calls from a code unit of its text on.
  func noteCalls(from offset: Int) -> [String] {
    texts(from: offset).flatMap { $0.text.noteCalls(from: $0.offset) }
  }

  /// The texts of its paragraphs, with the code unit of each from which it comes after `offset`.
  private func texts(from offset: Int) -> [(text: AttributedText, offset: Int)] {
    var skipped = offset
    return paragraphs.map { paragraph in
      defer { skipped = max(0, skipped - paragraph.text.units.count) }
      return (paragraph.text, min(skipped, paragraph.text.units.count))
    }
  }
}

extension AttributedText {
  /// The number of words from a code unit on.
  func words(from offset: Int) -> Int {
    units.dropFirst(offset).split { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0x2028 }.count
  }
}
