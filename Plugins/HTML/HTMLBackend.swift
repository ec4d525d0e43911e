import Glibc
import RectoBrowser
import RectoPageModel
import RectoTypesetting

/// Pages of HTML: one file, or a folder of `page001.html` and so on, which may have a `book.json`
/// (HPub).
///
/// Laid out and drawn by Debian's chromium-headless-shell, which runs as a helper.
public struct HTMLBackend: StartableBackend {
  /// A backend whose browser is started when it is needed.
  public init() {}

  public var id: String { "html" }

  public var info: BackendInfo {
    BackendInfo(
      id: id, version: "13+chromium-\(Browser.build)",
      mediaTypes: ["text/html", "application/xhtml+xml"],
      fileExtensions: HTMLPageNames.extensions,
      capabilities: Capability.provided(by: HTMLPublication.self, HTMLPage.self))
  }

  public func recognizes(_ probe: SourceProbe) -> Confidence {
    HTMLRecognition.confidence(probe)
  }

  public var sourceTraits: SourceTraits {
    SourceTraits(
      roles: [.part: HTMLPageNames.extensions], readsFilesBeside: true, isSlowToOpen: true)
  }

  /// The style sheets, pictures, scripts and frames that a page names, below its folder.
  public func companions(ofSourceAt path: String) -> [String] {
    PageResources.paths(besidePageAt: path)
  }

  /// The hyphenation patterns.
  public var readablePaths: [String] { [HyphenationDictionaries.systemFolder] }

  public func prepareHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    HelpedHTMLBackend(browser: try Browser(clock))
  }

  public func startHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    let browser = try Browser(clock)
    try browser.startAndWait()
    return HelpedHTMLBackend(browser: browser)
  }
}

/// The backend with its browser.
struct HelpedHTMLBackend: BackendSession {
  private let browser: Browser
  private let pages: LoadedPages

  init(browser: Browser) {
    self.browser = browser
    pages = LoadedPages(browser)
  }

  var isAlive: Bool { browser.isAlive }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    // It comes up while files are looked at.
    try browser.start()
    return HTMLPublication(try HTMLSource(source, options: options), pages: pages)
  }
}
