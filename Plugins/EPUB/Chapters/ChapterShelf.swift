import EPUBReading
import PageModel

/// Chapters that are laid out, the last used ones kept: another is laid out anew, and the same.
final class ChapterShelf {
  private let press: ChapterPress
  private let items: [SpineItem]
  /// By the item of the spine; the last used at the end.
  private var chapters: [(item: Int, chapter: Chapter)] = []
  /// Chapters that cannot be laid out are not tried again.
  private var failures: [Int: PageError] = [:]

  /// Bytes of chapters: with what Poppler makes of them a fraction of a worker's memory.
  private static let capacity = 48 << 20
  /// A chapter takes some MiB beside its bytes once its pages are shown.
  private static let longest = 24

  init(_ items: [SpineItem], press: ChapterPress) {
    self.items = items
    self.press = press
  }

  /// Throws what laying it out throws.
  func chapter(_ item: Int) throws(PageError) -> Chapter {
    if let place = chapters.firstIndex(where: { $0.item == item }) {
      chapters.append(chapters.remove(at: place))
      return chapters[chapters.count - 1].chapter
    }
    if let failure = failures[item] { throw failure }
    do throws(PageError) {
      let chapter = try press.print(items[item])
      chapters.append((item, chapter))
      makeRoom()
      return chapter
    } catch {
      failures[item] = error
      throw error
    }
  }

  private func makeRoom() {
    var bytes = chapters.reduce(0) { $0 + $1.chapter.byteCount }
    while chapters.count > 1, bytes > Self.capacity || chapters.count > Self.longest {
      bytes -= chapters.removeFirst().chapter.byteCount
    }
  }
}
