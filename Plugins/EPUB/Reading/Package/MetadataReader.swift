import RectoMarkup
import RectoPageModel

/// Reads the `metadata` element (EPUB 3.3, 5.5; OPF 2.0.1, 2.2).
struct MetadataReader {
  private let elements: [XMLElement]
  private let refinements: Refinements
  private let language: String?
  /// The direction of texts that state none.
  private let direction: ReadingDirection?

  /// `package` is the root. Older books have its metadata in `dc-metadata` and `x-metadata`.
  init(package: XMLElement) {
    let metadata = package.children(named: "metadata").first
    elements =
      metadata?.children.flatMap { element in
        ["dc-metadata", "x-metadata"].contains(element.name) ? element.children : [element]
      } ?? []
    refinements = Refinements(elements, direction: package.statedDirection ?? nil)
    language = package.attribute("lang")
    direction = package.statedDirection ?? nil
  }

  func metadata(uniqueIdentifier: String?) -> BookMetadata {
    var metadata = BookMetadata()
    let identifiers = all("identifier")
    metadata.identifier =
      (identifiers.first { $0.attribute("id") == uniqueIdentifier && uniqueIdentifier != nil })?
      .words
    metadata.identifiers = identifiers.compactMap(identifier)
    metadata.titles = titles
    metadata.creators = all("creator").compactMap(contributor)
    metadata.languages = all("language").compactMap(\.words)
    metadata.publishers = all("publisher").compactMap(text)
    metadata.descriptions = all("description").compactMap(description)
    metadata.subjects = all("subject").compactMap(text)
    let dates = all("date")
    metadata.date =
      (dates.first { $0.event == "publication" } ?? dates.first { $0.event != "modification" })?
      .words
    metadata.modified =
      properties("dcterms:modified").first ?? dates.first { $0.event == "modification" }?.words
    return metadata
  }

  /// The values of a property of the whole book.
  func properties(_ name: String) -> [String] {
    elements.filter { $0.name == "meta" && $0.attribute("property")?.trimmed == name }
      .filter { $0.attribute("refines") == nil }.compactMap(\.words)
  }

  /// The value of a `meta` of EPUB 2.
  func legacy(_ name: String) -> String? {
    elements.first { $0.name == "meta" && $0.attribute("name")?.trimmed == name }?
      .attribute("content")?.trimmed
  }

  /// The length that the book states for a media overlay document, in seconds.
  func duration(ofItem id: String) -> Double? {
    refinements.first("media:duration", of: id).flatMap(ClockValue.seconds)
  }

  private func all(_ name: String) -> [XMLElement] { elements.filter { $0.name == name } }

  /// By `display-seq`, those without one last and in their order.
  private var titles: [Title] {
    let read = all("title").enumerated().compactMap { index, element -> (Int, Int, Title)? in
      guard let text = text(element) else { return nil }
      let id = element.attribute("id")
      let place = refinements.first("display-seq", of: id).flatMap { Int($0) } ?? Int.max
      let title = Title(
        text: text, kind: refinements.first("title-type", of: id),
        alternates: refinements.texts("alternate-script", of: id),
        fileAs: refinements.first("file-as", of: id) ?? element.attribute("file-as"))
      return (place, index, title)
    }
    return read.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func text(_ element: XMLElement) -> LocalizedText? {
    element.words.map {
      LocalizedText(
        value: $0, language: element.attribute("lang") ?? language,
        direction: element.statedDirection ?? direction)
    }
  }

  /// In words: many books have HTML there, most of them with its tags escaped.
  private func description(_ element: XMLElement) -> LocalizedText? {
    guard var text = text(element) else { return nil }
    text.value = element.spacedText(hidden: XMLElement.namesOfHidden).collapsed.wordsOfMarkup
    return text.value.isEmpty ? nil : text
  }

  private func identifier(_ element: XMLElement) -> Identifier? {
    element.words.map {
      Identifier(
        value: $0,
        scheme: element.attribute("scheme")
          ?? refinements.first("identifier-type", of: element.attribute("id")))
    }
  }

  private func contributor(_ element: XMLElement) -> Contributor? {
    guard let name = text(element) else { return nil }
    let id = element.attribute("id")
    let roles = refinements.texts("role", of: id).map(\.value)
    return Contributor(
      name: name, roles: roles.isEmpty ? [element.attribute("role")].compactMap(\.self) : roles,
      alternates: refinements.texts("alternate-script", of: id),
      fileAs: refinements.first("file-as", of: id) ?? element.attribute("file-as"))
  }
}

extension XMLElement {
  /// The text with white space collapsed; nil if there is none.
  fileprivate var words: String? {
    let text = self.text.collapsed
    return text.isEmpty ? nil : text
  }

  /// The direction of `dir`, where nil is that of the letters (EPUB 3.3, 5.3.1); nil without one.
  fileprivate var statedDirection: ReadingDirection?? {
    switch attribute("dir")?.trimmed {
    case "ltr": .some(.leftToRight)
    case "rtl": .some(.rightToLeft)
    case "auto": .some(nil)
    default: nil
    }
  }

  /// The event of a date (OPF 2.0.1, 2.2.7); nil where the book does not say.
  fileprivate var event: String? { attribute("event")?.trimmed.lowercased() }
}

/// The properties that `meta` elements add to other elements, by the identifiers of these.
private struct Refinements {
  private var values: [String: [String: [LocalizedText]]] = [:]

  init(_ elements: [XMLElement], direction: ReadingDirection?) {
    for element in elements where element.name == "meta" {
      guard let refined = element.attribute("refines")?.trimmed, refined.hasPrefix("#"),
        let property = element.attribute("property")?.trimmed, let value = element.words
      else { continue }
      let text = LocalizedText(
        value: value, language: element.attribute("lang"),
        direction: element.statedDirection ?? direction)
      values[String(refined.dropFirst()), default: [:]][property, default: []].append(text)
    }
  }

  func texts(_ property: String, of id: String?) -> [LocalizedText] {
    id.flatMap { values[$0]?[property] } ?? []
  }

  func first(_ property: String, of id: String?) -> String? {
    texts(property, of: id).first?.value
  }
}
