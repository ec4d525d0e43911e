import RectoBrowser
import RectoPageModel

/// Pages of HTML that are open in a browser.
final class HTMLPublication: OutlinedPublication {
  let source: HTMLSource
  private let pages: LoadedPages
  private let owner: LoadedPages.Owner
  /// The reason why pages cannot be loaded: a page that hangs is not waited for again, unless the
  /// machine was to blame.
  private var failures: [Int: PageError] = [:]
  /// Pages of which a part is left out, since they are too large or have too much text.
  private var cutPages: Set<Int> = []
  /// Files that pages ask for and do not get.
  private var refused: [Int: RefusedRequests] = [:]
  /// The first page states what the book does not.
  private lazy var head = source.head

  init(_ source: HTMLSource, pages: LoadedPages) {
    self.source = source
    self.pages = pages
    owner = pages.makeOwner()
  }

  var pageCount: Int { source.pages.count }

  var info: PublicationInfo {
    var metadata = source.book?.metadata ?? Metadata()
    metadata.title = metadata.title ?? head.title
    metadata.language = metadata.language ?? head.language
    return PublicationInfo(
      format: source.book == nil ? "HTML" : "HPub", metadata: metadata, isReflowable: true,
      capabilities: HTMLBackend().info.capabilities,
      warnings: warnings)
  }

  private var warnings: [PageWarning] {
    let cuts = cutPages.sorted().map { page in
      PageWarning(
        code: "cut-page", page: page,
        message: "the page is too long, and its end is left out: divide it")
    }
    let missing = refused.keys.sorted().flatMap { page in
      Self.warnings(ofPage: page, refused[page] ?? RefusedRequests())
    }
    return source.warnings + cuts + missing
  }

  private static func warnings(ofPage index: Int, _ refused: RefusedRequests) -> [PageWarning] {
    let messages =
      refused.paths.map { "the page names \($0.printable), which is not there" }
      + refused.hosts.map {
        "the page names a file on \($0.printable), which is not fetched: put it beside the page"
      }
    return messages.map { PageWarning(code: "missing-file", page: index, message: $0) }
  }

  /// Warns from now on that a part of the page is left out.
  func noteCut(_ index: Int) { cutPages.insert(index) }

  func page(at index: Int) throws(PageError) -> any Page {
    guard source.pages.indices.contains(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    return HTMLPage(self, index: index, size: try load(index).size)
  }

  /// A book for a tablet that is held upright has no facing pages.
  func spreadPosition(ofPage index: Int) -> SpreadPosition {
    source.book?.orientation == "portrait" ? .alone : .automatic
  }

  /// The page in the browser.
  func load(_ index: Int) throws(PageError) -> LoadedPage {
    if let failure = failures[index] { throw failure }
    do throws(PageError) {
      let page = try pages.page(index, of: source, owner: owner)
      if page.isCut { noteCut(index) }
      refused[index] = page.tab.refused
      return page
    } catch {
      if error.code != .busy { failures[index] = error }
      throw error
    }
  }

  /// Forgets a page that did not answer: the next request reloads it.
  func unload(_ index: Int) { pages.close(index, owner: owner) }

  /// The index of the page at a path.
  func index(ofPath path: String) -> Int? { source.pages.firstIndex(of: path) }
}
