import RectoBrowser
import RectoPageModel

/// Pages of HTML that are open in a browser.
final class HTMLPublication: OutlinedPublication {
  let source: HTMLSource
  private let pages: LoadedPages
  private let owner: LoadedPages.Owner
  /// The errors of pages that could not be loaded, so that a page that hangs is not loaded again.
  /// `busy` is not kept.
  private var failures: [Int: PageError] = [:]
  /// The pages that are cut off, since they are too large or have too much text.
  private var cutPages: Set<Int> = []
  /// The pages that are not well-formed XML, and are read as HTML.
  private var malformedPages: Set<Int> = []
  /// The requests of pages that were refused.
  private var refused: [Int: RefusedRequests] = [:]
  /// The head of the first page, for metadata that the book does not state.
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
    let malformed = malformedPages.sorted().map { page in
      PageWarning(
        code: FixedPages.malformed, page: page,
        message: "\(source.pages[page].printable) is not well-formed XML: it is read as HTML")
    }
    let missing = refused.keys.sorted().flatMap { page in
      Self.warnings(ofPage: page, refused[page] ?? RefusedRequests())
    }
    return source.warnings + cuts + malformed + missing
  }

  private static func warnings(ofPage index: Int, _ refused: RefusedRequests) -> [PageWarning] {
    let messages =
      refused.paths.map { "the page refers to \($0.printable), which does not exist" }
      + refused.hosts.map {
        "the page refers to a file on \($0.printable), which is not loaded: put the file beside the "
          + "page"
      }
    return messages.map { PageWarning(code: "missing-file", page: index, message: $0) }
  }

  /// Records that the page is cut off, for the warnings.
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
      if page.isMalformed { malformedPages.insert(index) }
      refused[index] = page.tab.refused
      return page
    } catch {
      if error.code != .busy { failures[index] = error }
      throw error
    }
  }

  /// Closes a page that did not answer, so that the next request loads it again.
  func unload(_ index: Int) { pages.close(index, owner: owner) }

  /// The index of the page at a path.
  func index(ofPath path: String) -> Int? { source.pages.firstIndex(of: path) }
}
