import RectoJSON
import RectoPageModel

/// Hits as the Content Search API 1.0 has them: annotations of the older model, and beside them hits
/// that say which annotations belong together, with the text around them.
struct ContentSearchDocument1: JSONRepresentable, Sendable {
  let search: ContentSearch

  func write(to json: inout JSONWriter) {
    let place = search.place(search.links.contentSearch1(search.record.item.id))
    json.object { json in
      json.key("@context")
      json.array([LinkedData.presentation2, LinkedData.search1]) { $0.value($1) }
      json.member("@id", place.page(search.number))
      json.member("@type", "sc:AnnotationList")
      json.key("within")
      json.object { json in
        json.member("@type", "sc:Layer")
        if let total = search.total {
          json.member("total", total)
        }
        if !search.ignored.isEmpty {
          json.key("ignored")
          json.array(search.ignored) { $0.value($1) }
        }
        json.member("first", place.page(0))
        if let last = search.lastNumber {
          json.member("last", place.page(last))
        }
      }
      json.member("startIndex", search.startIndex)
      if search.number > 0 {
        json.member("prev", place.page(search.number - 1))
      }
      if search.hasMore {
        json.member("next", place.page(search.number + 1))
      }
      json.key("resources")
      json.array(
        search.hits.flatMap { hit in hit.areas.enumerated().map { (hit, $0.offset, $0.element) } }
      ) { json, entry in
        let (hit, part, area) = entry
        json.object { json in
          json.member("@id", place.annotation(hit, part))
          json.member("@type", "oa:Annotation")
          json.member("motivation", "sc:painting")
          json.key("resource")
          json.object { json in
            json.member("@type", "cnt:ContentAsText")
            json.member("chars", hit.hit.text)
          }
          json.member("on", search.target(area))
        }
      }
      json.key("hits")
      json.array(search.hits) { json, hit in
        json.object { json in
          json.member("@type", "search:Hit")
          json.key("annotations")
          json.array(hit.areas.indices) { $0.value(place.annotation(hit, $1)) }
          json.member("match", hit.hit.text)
          json.member("before", hit.hit.before)
          json.member("after", hit.hit.after)
        }
      }
    }
  }
}
