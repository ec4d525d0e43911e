import RectoBrowser
import RectoJSON

/// The scripts that read a page. They run where the page's own scripts cannot reach them.
package enum PageScript {
  /// The module that reads the text of a document, for the scripts of other backends.
  package static let texts = PackageResources.texts_js

  /// True if style sheets or lists may put text beside that of elements.
  static let mayGenerateText = PageFunction(PackageResources.generates_text_js).call()

  /// Some 600,000 letters, which take the browser some seconds. A word counts as five clusters more, and
  /// so do a line and a block: an answer has room for the text (`PageText.packed`).
  private static let clusterLimit = 1_400_000
  /// The maximum number each of links, headings and pictures.
  private static let elementLimit = 5_000

  private static let reading = PageFunction(
    PackageResources.window_js, texts, PackageResources.reading_js, PackageResources.styles_js,
    PackageResources.words_js, PackageResources.generated_js, PackageResources.clusters_js,
    PackageResources.boxes_js, PackageResources.links_js, PackageResources.elements_js,
    PackageResources.read_page_js)

  /// The call that reads a page of that many CSS pixels, with the text that is generated on it.
  static func call(width: Int, height: Int, generated: [GeneratedText]) -> String {
    reading.call { json in
      json.member("clusters", clusterLimit)
      json.member("elements", elementLimit)
      json.member("width", width)
      json.member("height", height)
      json.key("generated")
      json.array(generated) { json, text in
        json.object { json in
          json.member("e", text.element)
          json.member("p", text.place.rawValue)
          json.member("t", text.text)
          json.member("b", text.box)
        }
      }
    }
  }
}
