import RectoBrowser
import RectoJSON
import RectoPageModel

/// The element that scrolls instead of the window, such as the text beside the contents of a
/// manual. The window is made high enough to show all of the element without scrolling.
enum ScrolledPane {
  /// The maximum number of times that a window is enlarged.
  private static let most = 6
  /// A remaining overflow in CSS pixels that is too small for text. Content that is always higher
  /// than the window leaves some.
  private static let negligible = 8

  /// Breaks long lines of code, and then enlarges the window, up to the height `tallest`, until the
  /// element does not scroll. The window keeps its height if that does not help, as when the
  /// content is as high as the window itself. Returns true if the page has changed.
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

  private static let overflow = PageFunction(
    PackageResources.window_js, PackageResources.pane_overflow_js
  ).call()
}
