import RectoPageModel

/// Words by which periodicals and their issues are known, and the headings of papers.
enum Periodical {
  /// Words before or after the number of an issue.
  private static let issueWords: Set = [
    "issue", "vol", "volume", "nr", "number", "ausgabe", "heft", "jahrgang", "numéro",
    "número", "numero", "nº", "číslo", "numer", "nummer", "выпуск",
  ]
  /// Words that mean the number of an issue only before it: "No. 3", "n° 3".
  private static let issueSigns: Set = ["no", "n"]
  /// The least share of numbers and such words in a line that only states an issue.
  private static let leastOfIssue = 0.6
  private static let mostWordsOfIssue = 12

  private static let names: Set = [
    "newsletter", "bulletin", "magazine", "gazette", "newspaper", "zeitung", "zeitschrift",
    "magazin", "rundbrief", "gemeindebrief", "mitteilungsblatt", "amtsblatt", "infobrief",
    "boletín", "boletim", "gaceta", "jornal", "periódico", "bollettino", "notiziario",
    "giornale", "nieuwsbrief", "krant", "tidning", "nyhetsbrev", "avis", "časopis", "zpravodaj",
    "noviny", "gazeta", "biuletyn", "газета", "журнал", "вестник", "вести", "бюллетень",
  ]

  /// Headings without which hardly any paper is: of its summary, its beginning and its sources.
  private static let headingsOfPapers: Set = [
    "abstract", "introduction", "references", "bibliography", "keywords", "acknowledgements",
    "acknowledgments", "zusammenfassung", "einleitung", "literatur", "literaturverzeichnis",
    "résumé", "références", "bibliographie", "resumen", "introducción", "referencias",
    "bibliografía", "resumo", "introdução", "referências", "sommario", "introduzione",
    "riferimenti", "bibliografia", "abstrak", "pendahuluan", "введение", "литература",
  ]

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { $0 }
  }

  /// True if a text names a periodical, as "Bi-monthly newsletter of the parish".
  static func isNamed(in text: String) -> Bool {
    words(of: text).contains { names.contains(String($0)) }
  }

  /// True if a heading is that of a section that only papers have.
  static func isOfPaper(_ heading: String) -> Bool {
    let words = words(of: heading).drop { $0.allSatisfy(\.isNumber) }
    return words.count == 1 && headingsOfPapers.contains(String(words[words.startIndex]))
  }

  /// True if a text has the number of an issue, as in "Harbor, No. 7".
  static func hasIssue(in text: String) -> Bool {
    let words = words(of: text)
    let isNumber = words.map { $0.first?.isNumber == true }
    return isNumber.contains(true) && words.contains { issueWords.contains(String($0)) }
      || zip(words, isNumber.dropFirst()).contains { word, isBeforeNumber in
        isBeforeNumber && issueSigns.contains(String(word))
      }
      || hasNumeroSign(text)
  }

  /// True if a text says nothing but the number and the date of an issue, as in "Volume 1, issue 2,
  /// October 2014".
  static func isIssue(_ text: String) -> Bool {
    let words = words(of: text)
    guard words.count <= mostWordsOfIssue, hasIssue(in: text) else { return false }
    let about = words.count { word in
      word.first?.isNumber == true || issueWords.contains(String(word))
        || issueSigns.contains(String(word))
    }
    return Double(about) >= leastOfIssue * Double(words.count) && about > 1
  }

  /// True for "№ 31".
  private static func hasNumeroSign(_ text: String) -> Bool {
    text.split(separator: "№", omittingEmptySubsequences: false).dropFirst().contains {
      $0.first { !$0.isWhitespace }?.isNumber ?? false
    }
  }
}
