import RectoBrowser
import RectoJSON
import RectoPageModel

/// The element that scrolls in place of the window, as beside the contents of a manual: the window is
/// made so high that nothing in the element has to be scrolled to.
enum ScrolledPane {
  /// The number of times that a window grows.
  private static let most = 6
  /// CSS pixels in which no text stands: what hangs over the end by itself grows with the window.
  private static let negligible = 8

  /// Has the tab show all that can be scrolled to in such an element, up to a height of the window.
  /// Where that gets no nearer to its end, as where the content is as high as the window itself, the
  /// window stays as it is. Long lines of code are broken before. True if the page is another one.
  static func unroll(
    in tab: Tab, tallest: Int, until deadline: Deadline
  ) throws(PageError) -> Bool {
    let before = tab.viewport
    let first = try numbers(of: "[+\(LongCodeLines.script), \(overflow)]", in: tab, until: deadline)
    var rest = Int(min(1e9, first[1]))
    // How much higher the window has to be for a pixel more of the element.
    var share = 1.0
    for _ in 0..<most where rest > negligible {
      let growth = (Double(rest) * share).rounded(.up)
      let height = min(tab.viewport.height + Int(min(growth, 1e6)), tallest)
      guard height > tab.viewport.height else { break }
      let last = tab.viewport
      try tab.show(Viewport(width: before.width, height: height), until: deadline)
      let left = Int(min(1e9, try numbers(of: "[0, \(overflow)]", in: tab, until: deadline)[1]))
      guard left < rest else {
        try tab.show(last, until: deadline)
        break
      }
      share = Double(height - last.height) / Double(rest - left)
      rest = left
    }
    return first[0] != 0 || tab.viewport != before
  }

  private static func numbers(
    of expression: String, in tab: Tab, until deadline: Deadline
  ) throws(PageError) -> [Double] {
    let value = try tab.evaluate(expression, until: deadline)
    do throws(JSONError) {
      let numbers = try [Double](json: value)
      guard numbers.count == 2 else { throw JSONError("expected two numbers") }
      return numbers
    } catch {
      throw PageError(.bug, "the page's script returned an unexpected value: \(error)")
    }
  }

  /// Tells how many CSS pixels of the element's content lie below its box. The result is 0 without such an
  /// element, and where the window itself scrolls far. The element is looked for at some points of the
  /// window, since it covers at least half of the width and height.
  private static let overflow = #"""
    (() => {
      const page = document.scrollingElement || document.documentElement;
      const {clientWidth: width, clientHeight: height} = page;
      \#(PageScript.window)
      if (windowScrolls().down && page.scrollHeight > 1.25 * height) return 0;
      const seen = new Set();
      let pane = null, area = 0;
      for (const x of [0.5, 0.75]) for (const y of [0.5, 0.75]) {
        for (let element of document.elementsFromPoint(x * width, y * height)) {
          for (; element && element !== page && !seen.has(element); element = element.parentElement) {
            seen.add(element);
            const own = element.clientWidth * element.clientHeight;
            if (own <= area || element.clientWidth < width / 2 || element.clientHeight < height / 2
              || element.scrollHeight <= element.clientHeight + 1
              || !/^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) continue;
            [pane, area] = [element, own];
          }
        }
      }
      return pane ? pane.scrollHeight - pane.clientHeight : 0;
    })()
    """#
}
