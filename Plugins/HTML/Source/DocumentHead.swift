import RectoBrowser
import RectoMarkup
import RectoPageModel

/// The metadata in a document's first lines. A page is not loaded for its title, since it may hang.
struct DocumentHead {
  /// The text of the element `title`.
  private(set) var title: String?
  /// A BCP 47 tag, of the element `html`.
  private(set) var language: String?

  /// The statement of an element `meta` of the window that the page is made for.
  private(set) var viewport: String?
  /// The page that follows, of an element `link`.
  private(set) var next: String?

  /// The number of first bytes that are searched, since both are at the beginning.
  static let bytes = 64 << 10

  /// Reads the first bytes of a document; unreadable ones give no metadata.
  init(_ bytes: [UInt8]) {
    do throws(PageError) {
      let document = try XMLDocument(FileBytes(Self.whole(bytes)), as: .html)
      (title, language, viewport, next) = try document.withRoot { root throws(PageError) in
        let title = root.descendants { $0.name == "title" }.first?.text.collapsed
        let language = (root.attribute("lang") ?? root.attribute("xml:lang"))?.collapsed
        let viewport = root.descendants { element in
          element.name == "meta" && element.attribute("name")?.lowercased() == "viewport"
        }.first?.attribute("content")
        let next = root.descendants { element in
          element.name == "link" && element.attribute("rel")?.lowercased().collapsed == "next"
        }.first?.attribute("href")
        return (Self.filled(title), Self.filled(language), viewport, next)
      }
    } catch {}
  }

  /// Without a letter of UTF-8 at the end, which may have been cut off.
  private static func whole(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[end] >= 0x80 else {
      return bytes
    }
    return Array(bytes[..<end])
  }

  private static func filled(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
}
