import RectoBrowser
import RectoEPUBReading
import RectoHTMLBackend
import RectoPDFBackend
import RectoPageModel
import RectoTypesetting

/// EPUB 2 and 3, reflowable and with fixed pages; FictionBook 2 and books of Mobipocket and Kindle
/// as the EPUB that they could have been.
///
/// Reflowable chapters are laid out to pages by the browser, which prints each to a PDF that
/// `PDFBackend` reads; documents of fixed size are pages of HTML.
public struct EPUBBackend: StartableBackend {
  /// A backend whose browser is started when it is needed.
  public init() {}

  public var id: String { "epub" }

  public var info: BackendInfo {
    BackendInfo(
      id: id,
      version: "22+\(HTMLBackend().info.version)+\(PDFBackend().info.version)"
        + "+\(OtherBooks.libraries)",
      mediaTypes: [
        "application/epub+zip", "application/x-fictionbook+xml", "application/x-mobipocket-ebook",
      ],
      fileExtensions: ["epub", "fb2", "mobi", "prc", "azw", "azw3"],
      capabilities: Self.capabilities)
  }

  public var sourceTraits: SourceTraits { SourceTraits(isSlowToOpen: true) }

  /// The capabilities of its types, except those of `ForwardedPage` that pages of a book never have.
  static let capabilities = Capability.provided(by: EPUBPublication.self, EPUBPage.self)
    .filter { $0 != .annotations && $0 != .thumbnails }

  /// Sure of an archive whose first entry says so (EPUB 3.3, 4.2.6.2), and of the files of one
  /// with a container document: in many archives another entry is the first.
  public func recognizes(_ probe: SourceProbe) -> Confidence {
    if probe.isFolder {
      guard probe.entries.contains("META-INF") else { return .none }
      let hasContainer = (try? RelativePath(ContainerDocument.name)).map {
        probe.files?.contains($0)
      }
      return hasContainer == true ? .certain : .byContent
    }
    if !probe.isWrittenText, OtherBooks.arePresent(in: probe.head) { return .certain }
    guard probe.begins(with: Array("PK".utf8)) else {
      // A file that is named as an archive and is not one is damaged.
      return probe.fileExtension == "epub" ? .byName : .none
    }
    if probe.begins(with: Array("mimetypeapplication/epub+zip".utf8), at: 30) { return .certain }
    return probe.fileExtension == "epub" ? .byContent : .none
  }

  public func preload() { PDFBackend().preload() }

  /// The hyphenation patterns, and what Poppler reads.
  public var readablePaths: [String] {
    [HyphenationDictionaries.systemFolder] + PDFBackend().readablePaths
  }

  public func prepareHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    HelpedEPUBBackend(browser: try Browser(clock))
  }

  public func startHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    let browser = try Browser(clock)
    try browser.startAndWait()
    return HelpedEPUBBackend(browser: browser)
  }
}

/// The backend with its browser.
private struct HelpedEPUBBackend: BackendSession {
  let browser: Browser

  var isAlive: Bool { browser.isAlive }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    let book = try OpenBook(source, password: options.password)
    guard options.layout.excerpt == LayoutOptions.cover, let cover = book.cover else {
      return try EPUBPublication(book, options, browser: browser)
    }
    return try EPUBPublication(cover, options, browser: browser, isCover: true)
  }
}
