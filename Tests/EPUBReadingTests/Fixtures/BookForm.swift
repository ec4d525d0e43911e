import Foundation
import RectoEPUBReading

/// The JSON form of a book that is compared with an independent reading.
func form(_ book: Book) -> NSDictionary {
  [
    "titles": book.metadata.titles.map(\.text.value),
    "creators": book.metadata.creators.map(\.name.value),
    "languages": book.metadata.languages,
    "direction": orNull(book.direction?.rawValue),
    "spine": book.spine.map { item in
      ["path": item.path.text, "linear": item.isLinear, "properties": item.properties]
        as NSDictionary
    },
    "contents": book.contents.map(form), "pageList": book.pageList.map(form),
    "cover": orNull(book.coverImage?.text),
  ]
}

private func form(_ entry: NavigationEntry) -> NSDictionary {
  [
    "label": entry.label, "target": orNull(entry.target.map(form)),
    "children": entry.children.map(form),
  ]
}

private func form(_ reference: BookReference) -> NSDictionary {
  switch reference {
  case .resource(let path, let fragment): ["path": path.text, "fragment": orNull(fragment)]
  case .remote(let url): ["remote": url]
  }
}

private func orNull(_ value: Any?) -> Any { value ?? NSNull() }
