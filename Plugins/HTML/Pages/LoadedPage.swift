import RectoBrowser
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A page that the browser has loaded and that no longer changes.
final class LoadedPage {
  let tab: Tab
  /// The size of the whole page in CSS pixels, including what lies outside of the window.
  let width: Int
  let height: Int
  /// True if the page is larger than `widest` or `tallest`, at which it is cut off.
  let isCut: Bool
  /// True if the document is not well-formed XML, and shows the browser's complaint.
  let showsComplaint: Bool
  /// True if the document should be XML, and is read as HTML because it is not well-formed.
  let isMalformed: Bool
  /// The position of the page's top left corner in the document, in CSS pixels.
  let corner: Point
  private let wanted: Size?
  /// The viewport that the page is laid out for, before it is made higher for a scrolled pane.
  private let window: Viewport
  private var reading: PageReading?

  /// The time limit for loading the page, and for each evaluation in it.
  private let seconds: Double

  /// The share of a call's time for loading, so that the browser outlives it and another worker can
  /// reach the same result within the time.
  private static let timeShare = 0.5
  /// The maximum width in CSS pixels: 200 inches, as in `LayoutOptions.pageSideRange`.
  private static let widest = 19_200
  /// The maximum height: a long novel fits on one page, which is then drawn in regions.
  private static let tallest = 2_000_000
  /// The maximum height of a window for a scrolled pane; the browser holds the pixels of all of it.
  private static let tallestPane = 30_000

  /// Loads the page in a tab. If `isStill`, it is loaded without running scripts; if `asHTML`, it
  /// is XHTML that is read as HTML.
  init(
    _ path: String, of source: HTMLSource, isStill: Bool, asHTML: Bool = false, in tab: Tab
  ) throws(PageError) {
    seconds = Self.timeShare * source.callSeconds
    self.tab = tab
    let deadline = tab.deadline(seconds: seconds)
    let stated = source.options.pageSize == nil ? source.statedViewport(ofPage: path) : nil
    let viewport = stated ?? source.viewport
    let served = source.served(ofPage: path, asHTML: asHTML)
    if isStill {
      try tab.loadStill(path, from: served, in: viewport, until: deadline)
    } else {
      try tab.load(
        path, from: served, in: viewport,
        preamble: source.isFixed ? ReadingSystemScript.script : nil, until: deadline)
    }
    var facts = try Facts(tab, until: deadline)
    showsComplaint = facts.showsComplaint
    isMalformed = asHTML && source.served.mediaType(ofPath: path) != "text/html"
    if source.options.pageSize == nil, let own = facts.viewport(of: source), own != tab.viewport {
      try tab.set(own, until: deadline)
      facts = try Facts(tab, until: deadline)
    }
    let fixedSize = source.isFixed ? facts.stated.flatMap { FixedPageSize(stating: $0) } : nil
    if let fixedSize, fixedSize.window != fixedSize.whole {
      _ = try tab.evaluate(fixedSize.enlargement, until: deadline)
      facts = try Facts(tab, until: deadline)
    }
    window = tab.viewport
    if !source.isFixed,
      try ScrolledPane.unroll(in: tab, tallest: Self.tallestPane, until: deadline)
    {
      facts = try Facts(tab, until: deadline)
    }
    if !isStill { try tab.freeze(until: deadline) }
    if try source.hyphenation.apply(to: tab, isJustifiedOnly: false, until: deadline) {
      facts = try Facts(tab, until: deadline)
    }
    wanted = source.options.pageSize
    corner = facts.hidden
    // A picture or drawing has the window's size. Any other page of a book that states none has that
    // of its content.
    let (across, down) =
      if let fixedSize {
        (fixedSize.whole.width, fixedSize.statesHeight ? fixedSize.whole.height : facts.height)
      } else {
        source.isFixed && facts.own != nil ? (0, 0) : (facts.width, facts.height)
      }
    isCut = across > Self.widest || down > Self.tallest
    width = min(max(across, tab.viewport.width), Self.widest)
    height = min(max(down, tab.viewport.height), Self.tallest)
  }

  /// In points: the requested size, unless the page is larger.
  var size: Size {
    let full = Size(width: Double(width) * pointsPerPixel, height: Double(height) * pointsPerPixel)
    guard let wanted else { return full }
    return Size(
      width: width == window.width ? wanted.width : full.width,
      height: height == window.height ? wanted.height : full.height)
  }

  /// The value of an expression on the page.
  func evaluate(_ expression: String) throws(PageError) -> JSONValue {
    try tab.evaluate(expression, until: tab.deadline(seconds: seconds))
  }

  private func readGenerated() throws(PageError) -> [GeneratedText] {
    let mayHaveSome = try evaluate(PageScript.mayGenerateText)
    guard (try? mayHaveSome.bool()) == true else { return [] }
    return try tab.generatedTexts(until: tab.deadline(seconds: seconds))
  }

  /// The content of the page, read once.
  func read() throws(PageError) -> PageReading {
    if let reading { return reading }
    let generated = try readGenerated()
    let script = PageScript.call(width: width, height: height, generated: generated)
    let value = try evaluate(script)
    do throws(JSONError) {
      let fresh = try PageReading(jsonBytes: Array(try value.string().utf8))
      reading = fresh
      return fresh
    } catch {
      throw PageError(.bug, "the page's script returned an unexpected value: \(error)")
    }
  }
}

/// The properties of a page that are known before it is read.
private struct Facts {
  let width: Int
  let height: Int
  /// CSS pixels to the left of the page and above it that cannot be scrolled to.
  let hidden: Point
  /// The page's statement of its viewport; nil if it has none.
  let stated: String?
  /// The viewport of a picture or drawing.
  let own: Viewport?
  /// True if the document is not well-formed XML.
  let showsComplaint: Bool

  init(_ tab: Tab, until deadline: Deadline) throws(PageError) {
    let value = try tab.evaluate(Self.script, until: deadline)
    do throws(JSONError) {
      width = Int(min(1e9, try value.decode("width") as Double))
      height = Int(min(1e9, try value.decode("height") as Double))
      hidden = Point(x: try value.decode("left"), y: try value.decode("top"))
      stated = try value.decodeIfPresent("stated")
      own = Viewport(
        statedWidth: try value.decode("ownWidth"), height: try value.decode("ownHeight"))
      showsComplaint = try value.decode("showsComplaint")
    } catch {
      throw PageError(.bug, "the page's script returned an unexpected value: \(error)")
    }
  }

  /// The viewport that the page is made for; nil if it does not say.
  func viewport(of source: HTMLSource) -> Viewport? {
    stated.flatMap { source.viewport(stating: $0) } ?? own
  }

  private static let script = PageFunction(
    PackageResources.window_js, PackageResources.facts_js
  ).call { json in
    json.member("shortest", Viewport.sides.lowerBound)
    json.member("longest", Viewport.sides.upperBound)
  }
}
