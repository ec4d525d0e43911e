import RectoBrowser
import RectoPageModel

/// The pages loaded in a browser, of all publications that are open in it.
final class LoadedPages {
  /// Identifies a publication among those of one browser.
  struct Owner: Hashable {
    fileprivate let number: Int
  }

  private struct Entry {
    let owner: Owner
    let index: Int
    let page: LoadedPage
  }

  private let browser: Browser
  private var owners = 0
  /// The most recently used is at the end.
  private var entries: [Entry] = []

  /// The number of loaded pages: a page and its neighbor in a spread are measured, drawn and read
  /// in turn.
  private static let capacity = 2

  init(_ browser: Browser) { self.browser = browser }

  func makeOwner() -> Owner {
    owners += 1
    return Owner(number: owners)
  }

  /// The page, loaded if it is not kept.
  func page(
    _ index: Int, of source: HTMLSource, owner: Owner
  ) throws(PageError) -> LoadedPage {
    if let place = entries.firstIndex(where: { $0.owner == owner && $0.index == index }) {
      entries.append(entries.remove(at: place))
      return entries[entries.count - 1].page
    }
    let oldest = entries.count >= Self.capacity ? entries.removeFirst() : nil
    let path = source.pages[index]
    let isStill = source.document(path).map(StillDocument.isStill) ?? false
    let used = isStill && oldest?.owner == owner ? oldest?.page.tab : nil
    var page: LoadedPage?
    if let used { page = try next(path, of: source, in: used) }
    if page == nil { page = try fresh(path, of: source, isStill: isStill) }
    if let complaint = page, complaint.showsComplaint {
      page = try again(path, of: source, isStill: isStill, after: complaint)
    }
    guard let page else { throw PageError(.bug, "the page is not loaded") }
    entries.append(Entry(owner: owner, index: index, page: page))
    return page
  }

  /// The page, loaded in the tab of an earlier one. Returns nil if the tab cannot show it or
  /// crashes, which may be due to the earlier pages.
  private func next(
    _ path: String, of source: HTMLSource, in tab: Tab
  ) throws(PageError) -> LoadedPage? {
    guard tab.canShowAnother else { return nil }
    do throws(PageError) {
      return try LoadedPage(path, of: source, isStill: true, in: tab)
    } catch {
      if tab.hasCrashed { return nil }
      throw error
    }
  }

  /// The page as HTML, since it is not well-formed XHTML.
  private func again(
    _ path: String, of source: HTMLSource, isStill: Bool, after complaint: LoadedPage
  ) throws(PageError) -> LoadedPage {
    guard complaint.tab.canShowAnother else {
      return try fresh(path, of: source, isStill: isStill, asHTML: true)
    }
    return try LoadedPage(path, of: source, isStill: isStill, asHTML: true, in: complaint.tab)
  }

  private func fresh(
    _ path: String, of source: HTMLSource, isStill: Bool, asHTML: Bool = false
  ) throws(PageError) -> LoadedPage {
    let tab = try browser.makeTab(until: browser.deadline(seconds: source.secondsToStart))
    let page = try LoadedPage(path, of: source, isStill: isStill, asHTML: asHTML, in: tab)
    browser.prepareTab()
    return page
  }

  /// Closes the page, if it is kept.
  func close(_ index: Int, owner: Owner) {
    entries.removeAll { $0.owner == owner && $0.index == index }
  }
}
