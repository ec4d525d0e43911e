import RectoJSON
import RectoPageModel

/// The metadata of a publication for people: pairs of a name and a value (Presentation API 3.0,
/// 3.1). Values are in the source's own language, if it is known.
struct ManifestMetadata: JSONRepresentable, Sendable {
  let record: PublicationRecord

  private struct Pair {
    let name: String
    let values: [String]
    var language: String?
  }

  func write(to json: inout JSONWriter) {
    json.array(pairs) { json, pair in
      json.object { json in
        json.member("label", LanguageMap.english(pair.name))
        json.member("value", LanguageMap(pair.values, language: pair.language))
      }
    }
  }

  private var pairs: [Pair] {
    let metadata = record.info.metadata
    let language = metadata.language
    let all = [
      // Names are of no language.
      Pair(name: "Author", values: record.authorLines),
      Pair(name: "Keywords", values: record.keywords, language: language),
      Pair(name: "Language", values: [LanguageTag(language)?.text].compactMap(\.self)),
      Pair(name: "Created", values: [metadata.created].compactMap(\.self)),
      Pair(name: "Format", values: [record.info.format]),
      Pair(name: "Pages", values: ["\(record.pageCount)"]),
    ]
    return all.filter { !$0.values.isEmpty }
  }
}
