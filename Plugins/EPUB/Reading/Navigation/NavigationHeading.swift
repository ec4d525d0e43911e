import RectoMarkup

/// The heading of an item of a navigation list (EPUB 3.3, 7.2): a link or a span, as the standard
/// says, or all that stands before the list of its children, as many books have it.
struct NavigationHeading {
  /// Has the words: a link or a span, or the item itself.
  let element: XMLElement
  /// Has the target; nil for a heading that leads nowhere.
  let link: XMLElement?
  /// The list of the item's children.
  let list: XMLElement?

  private static let lists = ["ol", "ul"]

  /// `item` is an `li`.
  init(_ item: XMLElement) {
    list = item.descendants { $0.name == "ol" }.first
    link = item.descendants { $0.isLink || Self.lists.contains($0.name) }.first { $0.isLink }
    element = Self.only(of: item) ?? item
  }

  /// The item's first child where that is a link, or a span that has all of the item's words. A link
  /// at the beginning is the heading whatever follows it, such as the number of a page.
  private static func only(of item: XMLElement) -> XMLElement? {
    let content = item.content.drop { $0.isBlank }
    guard case .element(let first) = content.first else { return nil }
    if first.isLink { return first }
    let isAlone = content.dropFirst().allSatisfy { part in
      if case .element(let element) = part { lists.contains(element.name) } else { part.isBlank }
    }
    return first.name == "span" && isAlone ? first : nil
  }

  /// The words outside lists, with the alternative text of pictures among them (EPUB 3.3, 7.3);
  /// without any, the title.
  var label: String {
    let words = element.text { part in
      if Self.lists.contains(part.name) { return " " }
      guard ["img", "audio", "video", "object", "svg", "math", "iframe"].contains(part.name) else {
        return nil
      }
      return part.alternative.map { " \($0) " } ?? (part.name == "img" ? "" : nil)
    }
    return [words, element.attribute("title") ?? "", link?.attribute("title") ?? ""]
      .map(\.collapsed).first { !$0.isEmpty } ?? ""
  }
}

extension XMLContent {
  /// True for white space between elements.
  fileprivate var isBlank: Bool {
    if case .text(let text) = self { text.collapsed.isEmpty } else { false }
  }
}

extension XMLElement {
  /// True for a link; an `a` without an address is the name of a place.
  fileprivate var isLink: Bool { name == "a" && attribute("href") != nil }

  /// The alternative text of an element that is not text.
  fileprivate var alternative: String? {
    ["alt", "alttext", "aria-label", "title"].lazy.compactMap { self.attribute($0)?.collapsed }
      .first { !$0.isEmpty }
  }
}
