import RectoJSON
import RectoPageModel

/// The kinds of annotations of a page.
enum AnnotationKind: String, Sendable, CaseIterable {
  case links, lines

  /// The name for people.
  var label: String {
    switch self {
    case .links: "Links"
    case .lines: "Lines of text"
    }
  }

  /// The kinds that a publication can have.
  static func kinds(of record: PublicationRecord) -> [AnnotationKind] {
    allCases.filter { record.has($0 == .links ? .links : .text) }
  }
}

extension PublicationRecord {
  func has(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  /// True if pages are paired as in a book, with the first alone. The Presentation API has no term
  /// for pairs that begin with the first page.
  var isPaged: Bool {
    info.direction != .topToBottom && info.hasCoverAlone && pageCount > 1
  }
}

/// The links of a page as annotations: one for each place that can be pressed, so that a link over
/// two lines gives two. A link to another file, or a broken one, gives none.
struct LinkAnnotations: JSONRepresentable, Sendable {
  let found: [Link]
  let facts: PageFacts
  let record: PublicationRecord
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    json.object { json in
      let item = record.item.id
      let id = links.iiifAnnotations(item, facts.index, AnnotationKind.links.rawValue)
      let canvas = links.iiifCanvas(item, facts.index)
      json.member("id", id)
      json.member("type", "AnnotationPage")
      json.key("items")
      json.array(places.enumerated()) { json, place in
        json.object { json in
          json.member("id", "\(id)/\(place.offset)")
          json.member("type", "Annotation")
          json.member("motivation", "linking")
          json.key("body")
          body(place.element.target, to: &json)
          json.member("target", "\(canvas)#\(place.element.area.fragment)")
        }
      }
    }
  }

  private enum Target {
    case page(Int)
    case web(WebAddress)
  }

  private var places: [(target: Target, area: CanvasArea)] {
    let grid = CanvasGrid(facts)
    return found.flatMap { link -> [(target: Target, area: CanvasArea)] in
      let target: Target
      switch link.target {
      case .page(let index, _) where (0..<record.pageCount).contains(index):
        target = .page(index)
      case .url(let text):
        guard let address = WebAddress(text) else { return [] }
        target = .web(address)
      default: return []
      }
      return link.quads.compactMap { grid.area(of: $0) }.map { (target, $0) }
    }
  }

  private func body(_ target: Target, to json: inout JSONWriter) {
    json.object { json in
      switch target {
      case .page(let index):
        json.member("id", links.iiifCanvas(record.item.id, index))
        json.member("type", "Canvas")
      case .web(let address):
        json.member("id", address.text)
        json.member("type", "Text")
        json.member("format", "text/html")
      }
    }
  }
}

/// The lines of a page as annotations in reading order, each with its text and where it stands.
struct LineAnnotations: JSONRepresentable, Sendable {
  let text: PageText
  let facts: PageFacts
  let record: PublicationRecord
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    json.object { json in
      let item = record.item.id
      let id = links.iiifAnnotations(item, facts.index, AnnotationKind.lines.rawValue)
      let canvas = links.iiifCanvas(item, facts.index)
      let grid = CanvasGrid(facts)
      let lines = text.blocks.flatMap(\.lines).compactMap { line in
        grid.area(of: line.box).map { (line: line, area: $0) }
      }
      json.member("id", id)
      json.member("type", "AnnotationPage")
      json.key("items")
      json.array(lines.enumerated()) { json, entry in
        let (line, area) = entry.element
        json.object { json in
          json.member("id", "\(id)/\(entry.offset)")
          json.member("type", "Annotation")
          json.member("motivation", "supplementing")
          json.key("body")
          json.object { json in
            json.member("type", "TextualBody")
            json.member("value", line.plain)
            json.member("format", "text/plain")
            json.optional("language", LanguageTag(line.words.first?.language)?.text)
          }
          json.member("target", "\(canvas)#\(area.fragment)")
        }
      }
    }
  }
}
