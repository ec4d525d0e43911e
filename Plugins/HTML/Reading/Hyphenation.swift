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
    let found = try tab.evaluate(
      Self.collection(isJustifiedOnly: isJustifiedOnly), until: deadline)
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
    var json = JSONWriter()
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
    _ = try tab.evaluate(
      Self.replacement(String(decoding: json.bytes, as: UTF8.self)), until: deadline)
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

  // MARK: Scripts

  /// Letters of a word that is worth a hyphen, and words of a document.
  private static let shortest = 5
  private static let mostWords = 50_000

  /// The expression gives what `WordsOfLanguage` reads, and keeps the text nodes for `replacement`.
  private static func collection(isJustifiedOnly: Bool) -> String {
    """
    (() => {
      \(TextScript.source)
      const texts = new Map(), languages = new Map(), styles = new Map();
      \(isJustifiedOnly ? ownHyphens : "const hasOwnHyphens = () => true;")
      const isWanted = element => {
        if (!styles.has(element)) {
          const style = getComputedStyle(element);
          styles.set(element, style.hyphens === "auto"
            && (style.textAlign === "justify" || hasOwnHyphens(element)));
        }
        return styles.get(element);
      };
      const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
      let count = 0;
      for (let node = walker.nextNode(); node && count < \(mostWords); node = walker.nextNode()) {
        const element = node.parentElement;
        if (!element || node.data.includes("\u{AD}") || !isWanted(element)) continue;
        const words = node.data.match(\(word));
        if (!words) continue;
        const tag = textStyle(element).lang;
        if (!languages.has(tag)) languages.set(tag, new Set());
        for (const word of words) languages.get(tag).add(word);
        texts.set(node, tag);
        count += words.length;
      }
      globalThis.texts = texts;
      return Array.from(languages, ([language, words]) => ({ language, words: Array.from(words) }));
    })()
    """
  }

  /// Statements that tell elements whose hyphens are asked for by the document from those that only
  /// the reading system's style sheet, `ownDefaults`, gives some. A document without such a
  /// declaration is not styled again.
  private static let ownHyphens = """
    const rulesOf = sheet => {
      try { return Array.from(sheet?.cssRules ?? []); } catch { return []; }
    };
    const asksForHyphens = rules => rules.some(rule => rule.style?.hyphens === "auto"
      || asksForHyphens(rulesOf(rule)) || asksForHyphens(rulesOf(rule.styleSheet)));
    const defaults = globalThis.ownDefaults?.sheet, own = new Set();
    const hasOwnHyphens = element => own.has(element);
    if (defaults && (document.querySelector("[style*=hyphens]")
      || Array.from(document.styleSheets).some(sheet => sheet !== defaults
        && asksForHyphens(rulesOf(sheet))))) {
      defaults.disabled = true;
      for (const element of document.querySelectorAll("*"))
        if (getComputedStyle(element).hyphens === "auto") own.add(element);
      defaults.disabled = false;
    }
    """

  private static let word = "/\\p{L}[\\p{L}\\p{M}]{\(shortest - 1),}/gu"

  private static func replacement(_ parts: String) -> String {
    """
    (() => {
      const parts = \(parts);
      for (const [node, language] of globalThis.texts) {
        const known = parts[language];
        if (known) node.data = node.data.replace(\(word), word =>
          Object.hasOwn(known, word) ? known[word] : word);
      }
      return true;
    })()
    """
  }
}

private struct WordsOfLanguage: JSONDecodable {
  let language: String
  let words: [String]

  init(json: JSONValue) throws(JSONError) {
    language = try json.decode("language")
    words = try json.decode("words")
  }
}
