import RectoTypesetting
import TestSupport
import Testing

/// The installed dictionaries, read once for all tests.
private let installed = HyphenationDictionaries()

/// The word with its points as hyphens, as a dictionary prints it.
private func divided(
  _ word: String, _ language: String, in dictionaries: HyphenationDictionaries = installed,
  limits: Hyphenator.Limits = .init()
) throws -> String {
  var hyphenator = Hyphenator(
    try #require(dictionaries.dictionary(for: language)), limits: limits)
  return divided(word, by: &hyphenator)
}

private func divided(_ word: String, by hyphenator: inout Hyphenator) -> String {
  let units = Array(word.utf16)
  var result = ""
  var start = 0
  for point in hyphenator.points(in: units[...]) {
    result += String(decoding: units[start..<point], as: UTF16.self) + "-"
    start = point
  }
  return result + String(decoding: units[start...], as: UTF16.self)
}

/// A folder with one dictionary of these bytes.
private func dictionaries(_ name: String, _ bytes: [UInt8]) throws -> (
  folder: TemporaryFolder, dictionaries: HyphenationDictionaries
) {
  let folder = try temporaryFolder()
  try folder.write(bytes, to: name)
  return (folder, HyphenationDictionaries(folder: folder.path))
}

@Test(arguments: [
  ("en", "hyphenation", "hy-phen-ation"), ("en-US", "typography", "ty-pog-ra-phy"),
  ("en-GB", "typography", "ty-po-graphy"), ("de", "Silbentrennung", "Sil-ben-tren-nung"),
  ("de-CH", "Frühstücksbrötchen", "Früh-stücks-bröt-chen"),
  ("de-LI", "Straßenbahn", "Stra-ßen-bahn"),
  ("en-Latn-US", "HYPHENATION", "HY-PHEN-ATION"), ("de-DE-1996", "ÜBERMÜTIG", "ÜBER-MÜ-TIG"),
])
func wordsAreDividedByThePatternsOfTheirLanguage(
  language: String, word: String, expected: String
) throws {
  #expect(try divided(word, language) == expected)
}

@Test(arguments: [
  "\u{201C}hyphenation,\u{201D}", "(hyphenation)", "hyphenation\u{2019}", "hyphenation...",
  // A sign of two code units.
  "\u{10100}hyphenation",
])
func punctuationAroundAWordChangesNothing(word: String) throws {
  let expected = word.split(separator: "hyphenation", omittingEmptySubsequences: false)
  #expect(
    try divided(word, "en") == "\(expected[0])hy-phen-ation\(expected[1])")
}

@Test func thePartsOfAHyphenatedWordAreDividedOneByOne() throws {
  #expect(
    try divided("hyphenation-typography", "en") == "hy-phen-ation-ty-pog-ra-phy")
}

@Test(arguments: [
  "www.hyphenation.example", "hyphenation2", "hyphenation@typography", "hy\u{AD}phenation",
  "hyphenation\u{AD}", "\u{AD}hyphenation",
  "a", "", "12345678", "hyphen\u{FB01}ation", "日本語日本語日本語",
])
func whatIsNoPlainWordIsLeftWhole(word: String) throws {
  #expect(try divided(word, "en") == word)
}

@Test func anApostropheStaysWithTheLetterBeforeIt() throws {
  let word = "understanding\u{2019}s"
  #expect(try divided(word, "en") == "un-der-stand-ing\u{2019}s")
}

@Test func limitsAreCountedInLetters() throws {
  let limits = Hyphenator.Limits(wordLetters: 5, lettersBefore: 3, lettersAfter: 6)
  #expect(try divided("hyphenation", "en", limits: limits) == "hyphenation")
  let short = Hyphenator.Limits(wordLetters: 12)
  #expect(try divided("hyphenation", "en", limits: short) == "hyphenation")
}

@Test func aWordWithoutEndIsNotLookedAt() throws {
  let long = String(repeating: "hyphenation", count: 1_000)
  #expect(try divided(long, "en") == long)
}

@Test func aHalfPairOfSurrogatesIsNoWord() throws {
  var hyphenator = Hyphenator(
    try #require(installed.dictionary(for: "en")))
  let units = Array("hyphenation".utf16) + [0xD83D]
  #expect(hyphenator.points(in: units[...]).isEmpty)
  #expect(hyphenator.points(in: units.dropLast()).map { $0 } == [2, 6])
}

@Test func aWordThatWasSeenBeforeHasTheSamePointsAndOthersKeepTheirs() throws {
  let dictionary = try #require(installed.dictionary(for: "en"))
  var one = Hyphenator(dictionary)
  var numbers = Shuffled(5)
  let letters = Array("abcdefghinorstu")
  let words = (0..<40_000).map { _ in
    String((0..<(5 + numbers.below(9))).map { _ in letters[numbers.below(letters.count)] })
  }
  let first = words.map { divided($0, by: &one) }
  #expect(words.map { divided($0, by: &one) } == first)
  let sample = stride(from: 0, to: words.count, by: 1_997)
  for index in sample {
    var fresh = Hyphenator(dictionary)
    #expect(divided(words[index], by: &fresh) == first[index])
  }
}

@Test func aDivisionThatChangesTheSpellingIsNotOffered() throws {
  let old = "ISO8859-1\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 1\nf1f/ff=f,1,2\n1b\n"
  let made = try dictionaries("hyph_de_DE.dic", Array(old.utf8))
  #expect(try divided("schiffabend", "de", in: made.dictionaries) == "schiffa-bend")
}

@Test func dictionariesMayHaveAnyEncodingOfOneByte() throws {
  // "1ра" in KOI8-R.
  let russian = Array("KOI8-R\n1".utf8) + [0xD2, 0xC1] + Array("\n".utf8)
  let made = try dictionaries("hyph_ru_RU.dic", russian)
  #expect(try divided("КОПИРАНТ", "ru", in: made.dictionaries) == "КОПИ-РАНТ")
  // A letter that it does not have.
  #expect(try divided("копираñт", "ru", in: made.dictionaries) == "копираñт")
}

@Test(arguments: [
  "xx", "", "e", "english", "../en", "en/../../etc", "en\u{0}", "-", "e1", "日本",
  String(repeating: "en-", count: 1_000),
])
func aTagThatNamesNoLanguageHasNoDictionary(tag: String) {
  #expect(HyphenationDictionaries().dictionary(for: tag) == nil)
}

@Test func aFolderThatIsMissingHasNoDictionaries() {
  #expect(HyphenationDictionaries(folder: "/nowhere").dictionary(for: "en") == nil)
}

@Test(arguments: ["NO-SUCH-ENCODING\n1b\n", "", "\n\n\n", "UTF-8", "UTF-8\n/,,\n1/=,9,9\n"])
func aDamagedDictionaryGivesNoPointsAndNoCrash(content: String) throws {
  let made = try dictionaries("hyph_en.dic", Array(content.utf8))
  guard let dictionary = made.dictionaries.dictionary(for: "en") else { return }
  var hyphenator = Hyphenator(dictionary)
  #expect(hyphenator.points(in: Array("understanding".utf16)[...]).isEmpty)
}

@Test func aDictionaryIsReadOnceForAllThreads() async throws {
  let dictionaries = HyphenationDictionaries()
  let found = await withTaskGroup(of: HyphenationDictionary?.self) { group in
    for _ in 0..<16 { group.addTask { dictionaries.dictionary(for: "en-US") } }
    return await group.reduce(into: []) { $0.append($1) }
  }
  let first = try #require(found[0])
  #expect(found.allSatisfy { $0 === first })
}

@Test func countriesThatShareADictionaryHaveItOnce() throws {
  let swiss = try #require(installed.dictionary(for: "de-CH"))
  #expect(installed.dictionary(for: "de-AT") === swiss)
  #expect(installed.dictionary(for: "en") !== swiss)
}
