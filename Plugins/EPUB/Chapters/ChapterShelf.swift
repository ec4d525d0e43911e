import RectoEPUBReading
import RectoPageModel

/// The chapters of a book. One that is not at hand comes from the store, or is laid out; so is one
/// that was forgotten, and the same.
final class ChapterShelf {
  /// The chapters that other copies of the book have laid out.
  var store: (any LayoutStore)?
  private let paginator: ChapterPaginator
  private let style: ChapterStyle
  private let spine: SplitSpine
  /// By the item of the spine; the last used at the end.
  private var chapters: [(item: Int, chapter: Chapter)] = []
  /// The problems of items of the spine, as far as they were asked for.
  private(set) var problems: [Int: ChapterProblems] = [:]
  /// Chapters that cannot be laid out are not tried again, unless the machine was to blame.
  private var failures: [Int: PageError] = [:]

  /// Bytes of chapters: with what Poppler makes of them a fraction of a worker's memory.
  private static let capacity = 48 << 20
  /// The maximum number of chapters in memory: each takes some MiB in addition to its bytes once
  /// its pages were shown.
  private static let longest = 24

  init(_ spine: SplitSpine, style: ChapterStyle, paginator: ChapterPaginator) {
    self.style = style
    self.spine = spine
    self.paginator = paginator
  }

  /// Throws what laying it out throws.
  func chapter(_ item: Int) throws(PageError) -> Chapter {
    if let found = chapterAtHand(item) { return found }
    if let failure = failures[item] { throw failure }
    do throws(PageError) {
      let printed = try paginator.print(spine.items[item], part: spine.part(ofItem: item))
      let chapter = try Chapter(printed, ofItem: item, style: style, store: store)
      store?.keep(printed.bytes, as: .part(item), isLasting: true)
      add(chapter, item)
      return chapter
    } catch {
      if error.code != .busy { failures[item] = error }
      throw error
    }
  }

  /// The chapter, if it is laid out already.
  func chapterAtHand(_ item: Int) -> Chapter? {
    if let place = chapters.firstIndex(where: { $0.item == item }) {
      chapters.append(chapters.remove(at: place))
      return chapters[chapters.count - 1].chapter
    }
    guard let bytes = store?.layout(.part(item)), let printed = PrintedChapter(bytes),
      let chapter = try? Chapter(printed, ofItem: item, style: style, store: store)
    else { return nil }
    add(chapter, item)
    return chapter
  }

  private func add(_ chapter: Chapter, _ item: Int) {
    problems[item] = chapter.problems
    chapters.append((item, chapter))
    var bytes = chapters.reduce(0) { $0 + $1.chapter.byteCount }
    while chapters.count > 1, bytes > Self.capacity || chapters.count > Self.longest {
      bytes -= chapters.removeFirst().chapter.byteCount
    }
  }
}
