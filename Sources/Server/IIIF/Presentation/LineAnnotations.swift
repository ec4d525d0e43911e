import RectoJSON
import RectoPageModel

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
