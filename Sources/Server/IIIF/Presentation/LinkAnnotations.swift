import RectoJSON
import RectoPageModel

/// The links of a page as annotations: one for each place that can be pressed, so that a link over
/// two lines gives two. What leads to another file, or nowhere, gives none.
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
