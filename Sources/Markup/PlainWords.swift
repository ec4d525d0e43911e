import CRectoXML
import RectoPageModel

extension XMLElement {
  /// All text inside, in document order, with spaces around elements that are not parts of a line,
  /// such as paragraphs, and without the elements of the names that are `hidden`.
  package func spacedText(hidden: Set<String> = []) -> String {
    var result = ""
    var waiting = Array(content.reversed())
    while let part = waiting.popLast() {
      switch part {
      case .text(let text): result += text
      case .element(let element) where hidden.contains(element.name): continue
      case .element(let element):
        let isInline = Self.inline.contains(element.name)
        if !isInline { waiting.append(.text(" ")) }
        waiting.append(contentsOf: element.content.reversed())
        if !isInline { waiting.append(.text(" ")) }
      }
    }
    return result
  }

  /// The names of HTML's elements whose text is not for readers.
  package static let namesOfHidden: Set<String> = ["script", "style"]

  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em",
    "emphasis", "font", "i", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike",
    "strikethrough", "strong", "style", "sub", "sup", "tt", "u", "var", "wbr",
  ]
}

extension String {
  /// The words of a text that is markup in HTML, with white space collapsed; any other text as it is.
  /// A text is markup where it has a tag of an element that HTML knows. Calls `htmlTagLookup`.
  package var wordsOfMarkup: String {
    guard hasTagOfHTML, let document = try? XMLDocument(FileBytes(Array(utf8)), as: .html),
      let words = try? document.withRoot({
        $0.spacedText(hidden: XMLElement.namesOfHidden).collapsed
      })
    else { return self }
    return words
  }

  private var hasTagOfHTML: Bool {
    utf8.split(separator: UInt8(ascii: "<")).dropFirst(utf8.first == UInt8(ascii: "<") ? 0 : 1)
      .contains { rest in
        let name = rest.drop { $0 == UInt8(ascii: "/") }.prefix { byte in
          (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
        guard !name.isEmpty, rest.contains(UInt8(ascii: ">")) else { return false }
        return htmlTagLookup(String(decoding: name, as: UTF8.self).lowercased()) != nil
      }
  }
}
