import RectoPageModel
import RectoTypesetting

/// A story as a resource that locators name places in. Its text is that of its items with one code
/// unit between two, as `StoryFlow` counts it.
struct LocatedStory {
  let href: String
  let thread: String
  /// The offset of its text in the thread's.
  let start: Int
  private let story: ReadStory

  /// RFC 7763.
  static let markdown = "text/markdown"
  /// The number of code units that a locator quotes before, at and after its place: a line of
  /// print.
  private static let quoted = 60
  /// The number of characters of a quotation that are compared: more would distinguish no more
  /// places.
  private static let compared = 80

  init(_ story: ReadStory, href: String, thread: String, start: Int) {
    self.story = story
    self.href = href
    self.thread = thread
    self.start = start
  }

  // MARK: From a place to its locator

  func locator(at offset: Int) -> Locator {
    let text = text
    let place = min(max(0, offset), text.units.count)
    var locator = Locator(href: href, mediaType: Self.markdown)
    locator.title = heading(at: text.item(at: place))
    locator.progression = text.units.isEmpty ? 0 : Double(place) / Double(text.units.count)
    let end = text.wordEnd(near: place + Self.quoted)
    locator.textBefore = text.quotation(text.wordStart(near: place - Self.quoted)..<place)
    locator.textHighlight = text.quotation(place..<end)
    locator.textAfter = text.quotation(end..<text.wordEnd(near: end + Self.quoted))
    return locator
  }

  private func heading(at item: Int) -> String? {
    story.headings.last { $0.item <= item }.map { heading in
      String(heading.text.unicodeScalars.prefix(Self.titleLength))
    }
  }

  private static let titleLength = 1000

  // MARK: From a locator to its place

  /// The code unit of the story that a locator refers to: the place of its progression, or the
  /// occurrence of its quotation nearest to that. Nil if it has neither, or if the quoted text does
  /// not occur.
  func offset(of locator: Locator) -> Int? {
    let text = text
    let guess = locator.progression.map { progression in
      Int((min(max(0, progression), 1) * Double(text.units.count)).rounded())
    }
    let highlight = Array((locator.textHighlight ?? "").utf16.prefix(Self.compared))
    guard !highlight.isEmpty else { return guess }
    let before = Array((locator.textBefore ?? "").utf16.suffix(Self.compared))
    let near = guess ?? 0
    if text.has(highlight, at: near), text.has(before, at: near - before.count) { return near }
    if let found = text.place(of: before + highlight, nearest: near - before.count) {
      return found + before.count
    }
    return text.place(of: highlight, nearest: near) ?? guess
  }

  private var text: LocatedText { LocatedText(story.story) }
}
