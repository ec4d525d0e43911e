import RectoJSON
import RectoPageModel

/// A page as a canvas (Presentation API 3.0, 5.3): its image and its annotations.
struct CanvasDocument: JSONRepresentable, Sendable {
  let page: PageList.Entry
  let record: PublicationRecord
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    json.object { json in
      let id = links.iiifCanvas(record.item.id, page.index)
      let grid = CanvasGrid(page.facts)
      json.member("id", id)
      json.member("type", "Canvas")
      json.member("label", LanguageMap(page.facts.label))
      json.member("width", grid.width)
      json.member("height", grid.height)
      if let problem = page.problem {
        // A canvas without an image keeps its place: the numbers of those behind it stay true.
        json.member("summary", LanguageMap.english("This page cannot be shown: \(problem)"))
        json.key("items")
        json.array([Int]()) { $0.value($1) }
        return
      }
      if page.facts.spreadPosition == .alone, record.isPaged {
        json.key("behavior")
        json.array(["facing-pages"]) { $0.value($1) }
      }
      json.key("thumbnail")
      json.array([
        PageImageResource(record.item, page.index, within: PageImageResource.thumbnail, links)
      ]) { $0.value($1) }
      json.key("items")
      json.array([id]) { json, id in image(of: id, to: &json) }
      if record.has(.text) {
        json.key("seeAlso")
        json.array(LinkedResource.texts(ofPage: page.index, record, links)) { $0.value($1) }
      }
      if !AnnotationKind.kinds(of: record).isEmpty { annotations(to: &json) }
    }
  }

  private func image(of canvas: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", "\(canvas)/images")
      json.member("type", "AnnotationPage")
      json.key("items")
      json.array([canvas]) { json, canvas in
        json.object { json in
          json.member("id", "\(canvas)/image")
          json.member("type", "Annotation")
          json.member("motivation", "painting")
          json.member(
            "body",
            PageImageResource(record.item, page.index, within: PageImageResource.screen, links))
          json.member("target", canvas)
        }
      }
    }
  }

  private func annotations(to json: inout JSONWriter) {
    json.key("annotations")
    json.array(AnnotationKind.kinds(of: record)) { json, kind in
      json.object { json in
        json.member("id", links.iiifAnnotations(record.item.id, page.index, kind.rawValue))
        json.member("type", "AnnotationPage")
        json.member("label", LanguageMap.english(kind.label))
      }
    }
  }
}
