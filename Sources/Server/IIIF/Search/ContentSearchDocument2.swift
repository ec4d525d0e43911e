import RectoJSON
import RectoPageModel

/// Hits as the Content Search API 2.0 has them: annotations of the matched words, and a second page of
/// annotations on them with the text around the hits.
struct ContentSearchDocument2: JSONRepresentable, Sendable {
  let search: ContentSearch

  func write(to json: inout JSONWriter) {
    let place = search.place(search.links.contentSearch2(search.record.item.id))
    json.object { json in
      json.member("@context", LinkedData.search2)
      json.member("id", place.page(search.number))
      json.member("type", "AnnotationPage")
      if !search.ignored.isEmpty {
        json.key("ignored")
        json.array(search.ignored) { $0.value($1) }
      }
      collection(place, to: &json)
      json.member("startIndex", search.startIndex)
      if search.number > 0 {
        json.key("prev")
        page(place.page(search.number - 1), to: &json)
      }
      if search.hasMore {
        json.key("next")
        page(place.page(search.number + 1), to: &json)
      }
      json.key("items")
      json.array(
        search.hits.flatMap { hit in hit.areas.enumerated().map { (hit, $0.offset, $0.element) } }
      ) { json, entry in
        let (hit, part, area) = entry
        json.object { json in
          json.member("id", place.annotation(hit, part))
          json.member("type", "Annotation")
          json.member("motivation", "supplementing")
          json.key("body")
          json.object { json in
            json.member("type", "TextualBody")
            json.member("value", hit.hit.text)
            json.member("format", "text/plain")
          }
          json.member("target", search.target(area))
        }
      }
      if !search.hits.isEmpty { contexts(place, to: &json) }
    }
  }

  private func collection(_ place: ContentSearch.Place, to json: inout JSONWriter) {
    json.key("partOf")
    json.object { json in
      json.member("id", "\(place.service)?\(place.query)")
      json.member("type", "AnnotationCollection")
      if let total = search.total {
        json.member("total", total)
      }
      json.key("first")
      page(place.page(0), to: &json)
      if let last = search.lastNumber {
        json.key("last")
        page(place.page(last), to: &json)
      }
    }
  }

  private func page(_ id: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("type", "AnnotationPage")
    }
  }

  /// A hit over two lines has two annotations, and one with the text around it, on the first.
  private func contexts(_ place: ContentSearch.Place, to json: inout JSONWriter) {
    json.key("annotations")
    json.array([search.hits.filter { !$0.areas.isEmpty }]) { json, hits in
      json.object { json in
        json.member("type", "AnnotationPage")
        json.key("items")
        json.array(hits) { json, hit in
          json.object { json in
            json.member("id", place.annotation(hit, 0) + "/context")
            json.member("type", "Annotation")
            json.member("motivation", "contextualizing")
            json.key("target")
            json.object { json in
              json.member("type", "SpecificResource")
              json.member("source", place.annotation(hit, 0))
              json.key("selector")
              json.array([hit.hit]) { json, hit in
                json.object { json in
                  json.member("type", "TextQuoteSelector")
                  json.member("prefix", hit.before)
                  json.member("exact", hit.text)
                  json.member("suffix", hit.after)
                }
              }
            }
          }
        }
      }
    }
  }
}
