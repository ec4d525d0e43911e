import RectoBrowser
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A page as it stands in the browser, which does not change any more.
final class LoadedPage {
  let tab: Tab
  /// CSS pixels of the whole page, beyond the window too.
  let width: Int
  let height: Int
  private let wanted: Size?
  private var reading: PageReading?

  /// To load the page, and to read it.
  private let seconds: Double

  /// The share of a call's time in which the browser starts on a busy machine; it takes half a
  /// second otherwise.
  private static let shareOfStart = 0.8
  /// The share of a call's time for loading, so that the browser outlives it and another worker can
  /// reach the same result within the time.
  private static let share = 0.5
  /// CSS pixels: 200 inches, as `LayoutOptions.pageSides` has them.
  private static let widest = 19_200
  /// The maximum height: a very long article, of which regions can be drawn.
  private static let tallest = 200_000

  init(_ path: String, of source: HTMLSource, in browser: Browser) throws(PageError) {
    seconds = Self.share * source.callSeconds
    tab = try browser.makeTab(
      until: browser.deadline(seconds: Self.shareOfStart * source.callSeconds))
    let deadline = browser.deadline(seconds: seconds)
    try tab.load(path, from: source.served, in: source.viewport, until: deadline)
    var facts = try Facts(tab, until: deadline)
    if source.options.pageSize == nil, let own = facts.viewport, own != tab.viewport {
      try tab.set(own, until: deadline)
      facts = try Facts(tab, until: deadline)
    }
    try tab.freeze(until: deadline)
    wanted = source.options.pageSize
    let (across, down) = source.isFixed ? (0, 0) : (facts.width, facts.height)
    width = min(max(across, tab.viewport.width), Self.widest)
    height = min(max(down, tab.viewport.height), Self.tallest)
  }

  /// In points: what the reader asked for, unless the page is larger.
  var size: Size {
    let full = Size(width: Double(width) * pointsPerPixel, height: Double(height) * pointsPerPixel)
    guard let wanted else { return full }
    return Size(
      width: width == tab.viewport.width ? wanted.width : full.width,
      height: height == tab.viewport.height ? wanted.height : full.height)
  }

  /// The content of the page, read once.
  func read() throws(PageError) -> PageReading {
    if let reading { return reading }
    let script = PageScript.call(width: width, height: height)
    let value = try tab.evaluate(script, until: tab.deadline(seconds: seconds))
    do throws(JSONError) {
      let fresh = try PageReading(jsonBytes: Array(try value.string().utf8))
      reading = fresh
      return fresh
    } catch {
      throw PageError(.bug, "the page's script answers something else: \(error)")
    }
  }
}

/// The properties of a page that are known before it is read.
private struct Facts {
  let width: Int
  let height: Int
  /// The window that the page was made for, where it names one.
  let viewport: Viewport?

  init(_ tab: Tab, until deadline: Deadline) throws(PageError) {
    let value = try tab.evaluate(Self.script, until: deadline)
    do throws(JSONError) {
      width = Int(min(1e9, try value.decode("width") as Double))
      height = Int(min(1e9, try value.decode("height") as Double))
      viewport = Self.viewport(
        width: try value.decode("ownWidth"), height: try value.decode("ownHeight"))
    } catch {
      throw PageError(.bug, "the page's script answers something else: \(error)")
    }
  }

  /// In `width=768, height=1024` the first of each counts; units and other properties are ignored
  /// (EPUB Reading Systems 3.3, "Initial containing block dimensions"). A drawing in other units
  /// than pixels keeps its shape.
  private static let script = #"""
    (() => {
      const page = document.scrollingElement || document.documentElement;
      const meta = document.querySelector("meta[name=viewport]");
      const box = document.documentElement.viewBox?.baseVal;
      const own = [0, 0];
      if (meta) {
        ["width", "height"].forEach((name, side) => {
          const said = new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*([^,;\\s]+)`, "i").exec(meta.content);
          own[side] = said && parseFloat(said[1]) || 0;
        });
      } else if (box && box.width > 0 && box.height > 0) {
        const long = Math.max(box.width, box.height);
        const isPixels = long <= \#(sideRange.upperBound)
          && Math.min(box.width, box.height) >= \#(sideRange.lowerBound);
        const scale = isPixels ? 1 : 1024 / long;
        own[0] = box.width * scale;
        own[1] = box.height * scale;
      }
      return {
        width: page.scrollWidth, height: page.scrollHeight, ownWidth: own[0], ownHeight: own[1],
      };
    })()
    """#

  /// Nil for the device's own, or for what no page can be.
  private static func viewport(width: Double, height: Double) -> Viewport? {
    guard sideRange.contains(width) else { return nil }
    let width = Int(width)
    return Viewport(
      width: width, height: sideRange.contains(height) ? Int(height) : width * 3 / 4)
  }

  /// From a phone's to that of a poster.
  private static let sideRange = 200.0...4_096.0
}
