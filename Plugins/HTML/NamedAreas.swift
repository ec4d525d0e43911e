import RectoBrowser
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A page that returns the areas of elements by their names.
package protocol NamedAreas: Page {
  /// The areas of elements, with a box for each line, by their names. Elements that are not visible
  /// are left out.
  func areas(named names: [String]) throws(PageError) -> [String: [Rect]]
}

extension HTMLPage: NamedAreas {
  package func areas(named names: [String]) throws(PageError) -> [String: [Rect]] {
    let call = Self.script.call { json in
      json.key("names")
      json.array(names) { $0.value($1) }
    }
    let value = try publication.load(index).evaluate(call)
    do throws(JSONError) {
      let boxes = try value.elements { boxes throws(JSONError) in
        try boxes.elements { box throws(JSONError) in try Rect(pixels: box) }
      }
      return Dictionary(
        zip(names, boxes.map { $0.compactMap { $0.intersection(Rect(size)) } })
          .filter { !$0.1.isEmpty },
        uniquingKeysWith: { first, _ in first })
    } catch {
      throw PageError(.bug, "the page's script returned an unexpected value: \(error)")
    }
  }

  private static let script = PageFunction(
    PackageResources.window_js, PackageResources.named_areas_js)
}
