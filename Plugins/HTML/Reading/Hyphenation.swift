import RectoBrowser
import RectoJSON
import RectoPageModel
import RectoPluginKit
import RectoTypesetting

/// Hyphenates text whose style asks for it, since the browser has no patterns of its own: soft
/// hyphens where words may be broken, which it breaks at and otherwise does not show.
package struct Hyphenation {
  private let dictionaries = HyphenationDictionaries()

  package init() {}

  /// Hyphenates a loaded document, and returns true if a word of it can be broken now. With
  /// `isJustifiedOnly` ragged text stays as it is, unless the document's own style asks for hyphens.
  @discardableResult
  package func apply(
    to tab: Tab, isJustifiedOnly: Bool, until deadline: Deadline
  ) throws(PageError) -> Bool {
    let call = Self.collection.call { $0.member("isJustifiedOnly", isJustifiedOnly) }
    let found = try tab.evaluate(call, until: deadline)
    let texts: [WordsOfLanguage]
    do throws(JSONError) {
      texts = try [WordsOfLanguage](json: found)
    } catch {
      throw PageError(.bug, "the script returned an unexpected value: \(error)")
    }
    let hyphenated = texts.compactMap { text in
      dictionaries.dictionary(for: text.language).map { (text.language, Self.parts(of: text, $0)) }
    }
    guard !hyphenated.isEmpty else { return false }
    let replacing = Self.replacement.call { json in
      json.key("parts")
      json.object { json in
        for (language, words) in hyphenated {
          json.key(language)
          json.object { json in
            for (word, parts) in words {
              json.key(word)
              json.value(parts)
            }
          }
        }
      }
    }
    _ = try tab.evaluate(replacing, until: deadline)
    return true
  }

  /// The words that can be broken, with soft hyphens in them.
  private static func parts(
    of text: WordsOfLanguage, _ dictionary: HyphenationDictionary
  ) -> [(word: String, parts: String)] {
    var hyphenator = Hyphenator(dictionary)
    return text.words.compactMap { word in
      let units = Array(word.utf16)
      let points = hyphenator.points(in: units[...])
      guard !points.isEmpty else { return nil }
      var parts: [UInt16] = []
      for (index, unit) in units.enumerated() {
        if points.contains(index) { parts.append(0xAD) }
        parts.append(unit)
      }
      return (word, String(decoding: parts, as: UTF16.self))
    }
  }

  private static let collection = PageFunction(
    PackageResources.long_words_js, PageScript.texts, PackageResources.collect_words_js)
  private static let replacement = PageFunction(
    PackageResources.long_words_js, PackageResources.hyphenate_js)
}

private struct WordsOfLanguage: JSONDecodable {
  let language: String
  let words: [String]

  init(json: JSONValue) throws(JSONError) {
    language = try json.decode("language")
    words = try json.decode("words")
  }
}
