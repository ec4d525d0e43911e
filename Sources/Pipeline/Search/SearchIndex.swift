import Glibc
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The letters of all pages, by which later searches read only pages that may contain a phrase.
struct SearchIndex: Sendable {
  /// A page's letters, without their positions.
  struct Page: Sendable, Hashable {
    let size: Size
    /// The texts in its margins that may be page furniture.
    let margins: Set<PageFurniture.Place>
    /// The number of its letters that certainly belong to its running text.
    let bodyLetters: Int
    /// Its lines in reading order, folded as `TextFolding` does it by default and without anything
    /// but letters and digits, in UTF-8, with a line feed before, between and behind them.
    let letters: [UInt8]
  }

  let pages: [Page]

  fileprivate static let lineEnd = UInt8(ascii: "\n")
  /// The maximum length of an indexed word in bytes. Words are searched for in parts, which takes
  /// time that grows with their length.
  private static let longestWord = 200

  /// The pages on which hits of the query may begin, with the neighbors that have to be read: the
  /// page before each, and pages after it up to `reach` letters. No other page has a part of a hit.
  /// Nil, for all pages, if the query has no letters or an overlong word.
  func pagesToRead(for query: String, reach: Int) -> Set<Int>? {
    let words = query.split(whereSeparator: \.isWhitespace).map { Self.letters(of: String($0)) }
      .filter { !$0.isEmpty }
    guard let first = words.first, words.allSatisfy({ $0.count <= Self.longestWord }) else {
      return nil
    }
    let places = Set(words).reduce(into: [:]) { $0[$1] = WordPlaces(of: $1, in: pages) }
    var wanted: Set<Int> = []
    for page in pages.indices where places[first]?.begins(on: page) ?? false {
      let last = last(behind: page, reach: reach)
      let window = max(page - 1, 0)...last
      let isPossible = words.allSatisfy { word in
        places[word].map { $0.ends(in: window) } ?? false
      }
      if isPossible { wanted.formUnion(window) }
    }
    return wanted
  }

  /// The last page that a hit beginning on a page, with the shown text after it, can reach.
  private func last(behind page: Int, reach: Int) -> Int {
    var last = page
    var letters = 0
    repeat {
      last += 1
      if last < pages.count { letters += pages[last].bodyLetters }
    } while last < page + PublicationSearch.lookahead && letters < reach
    return min(last, pages.count - 1)
  }

  /// A text's letters and digits, folded.
  fileprivate static func letters(of text: some Sequence<Character>) -> [UInt8] {
    let folding = TextFolding()
    var letters: [UInt8] = []
    for character in text {
      if let ascii = character.asciiValue {
        switch ascii {
        case 0x30...0x39, 0x61...0x7A: letters.append(ascii)
        case 0x41...0x5A: letters.append(ascii + 0x20)
        default: break
        }
        continue
      }
      for scalar in folding.fold(character).unicodeScalars
      where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        letters += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return letters
  }
}

extension SearchIndex.Page {
  init(_ page: SearchedPage) {
    var letters: [UInt8] = [SearchIndex.lineEnd]
    var bodyLetters = 0
    let isMargin = page.blocks.map { PageFurniture.isInMargin($0, page.size) }
    for line in page.lines {
      let count = letters.count
      letters += SearchIndex.letters(of: line.folded)
      if page.isBody[line.block], !isMargin[line.block] { bodyLetters += letters.count - count }
      letters.append(SearchIndex.lineEnd)
    }
    self.init(
      size: page.size, margins: page.margins, bodyLetters: bodyLetters, letters: letters)
  }
}

/// The pages on which a word may be, whole or in parts at the ends of lines.
private struct WordPlaces {
  /// By page, whether it is there within a line.
  private var isWhole: [Bool]
  /// By page, for each number of its bytes: whether a line ends in that many of its first ones.
  private var beginnings: [[Bool]]
  /// By page, for each number of bytes: whether a line begins with all later bytes, or is a part of
  /// them.
  private var endings: [[Bool]]
  private let length: Int

  init(of word: [UInt8], in pages: [SearchIndex.Page]) {
    length = word.count
    isWhole = []
    beginnings = []
    endings = []
    for page in pages {
      isWhole.append(Self.contains(page.letters, word))
      var beginnings = [Bool](repeating: false, count: word.count)
      var endings = beginnings
      page.letters.withUnsafeBufferPointer { letters in
        word.withUnsafeBufferPointer { word in
          Self.find(word, atEndsOfLinesIn: letters, &beginnings, &endings)
        }
      }
      self.beginnings.append(beginnings)
      self.endings.append(endings)
    }
  }

  func begins(on page: Int) -> Bool { isWhole[page] || beginnings[page].contains(true) }

  /// True if the whole word may be on some of the pages, together.
  func ends(in pages: ClosedRange<Int>) -> Bool {
    if pages.contains(where: { isWhole[$0] }) { return true }
    return (1..<max(length, 1)).contains { count in
      pages.contains { beginnings[$0][count] } && pages.contains { endings[$0][count] }
    }
  }

  private static func contains(_ letters: [UInt8], _ word: [UInt8]) -> Bool {
    letters.withUnsafeBytes { letters in
      word.withUnsafeBytes { word in
        var start = 0
        while let found = memchr(
          letters.baseAddress! + start, Int32(word[0]), letters.count - start)
        {
          start = UnsafeRawPointer(found) - letters.baseAddress!
          guard letters.count - start >= word.count else { return false }
          if memcmp(found, word.baseAddress!, word.count) == 0 { return true }
          start += 1
        }
        return false
      }
    }
  }

  private static func find(
    _ word: UnsafeBufferPointer<UInt8>, atEndsOfLinesIn letters: UnsafeBufferPointer<UInt8>,
    _ beginnings: inout [Bool], _ endings: inout [Bool]
  ) {
    var start = 0
    while let end = letters[start...].firstIndex(of: SearchIndex.lineEnd) {
      defer { start = end + 1 }
      guard end > start else { continue }
      let line = UnsafeBufferPointer(rebasing: letters[start..<end])
      for count in 1..<max(word.count, 1) {
        if !beginnings[count], count <= line.count, line[line.count - 1] == word[count - 1],
          line.suffix(count).elementsEqual(word.prefix(count))
        {
          beginnings[count] = true
        }
        let rest = min(word.count - count, line.count)
        if !endings[count], line[0] == word[count],
          line.prefix(rest).elementsEqual(word[count..<count + rest])
        {
          endings[count] = true
        }
      }
    }
  }
}

// MARK: Kept

/// `{"pages":[{"size","margins":[{"text","height","offset"}],"bodyLetters","letters"}]}`.
extension SearchIndex: JSONRepresentable, JSONDecodable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("pages")
      json.array(pages) { $0.value($1) }
    }
  }

  init(json: JSONValue) throws(JSONError) { pages = try json.decode("pages") }
}

extension SearchIndex.Page: JSONRepresentable, JSONDecodable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("size", size)
      json.key("margins")
      json.array(margins) { json, place in
        json.object { json in
          json.member("text", place.text)
          json.member("height", place.height)
          if let offset = place.offset { json.member("offset", offset) }
        }
      }
      json.member("bodyLetters", bodyLetters)
      json.member("letters", String(decoding: letters, as: UTF8.self))
    }
  }

  init(json: JSONValue) throws(JSONError) {
    let places: [PageFurniture.Place] = try json.decode("margins")
    let text: String = try json.decode("letters")
    self.init(
      size: try json.decode("size"), margins: Set(places),
      bodyLetters: try json.decode("bodyLetters"), letters: Array(text.utf8))
  }
}

extension PageFurniture.Place: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    self.init(
      text: try json.decode("text"), height: try json.decode("height"),
      offset: try json.decodeIfPresent("offset"))
  }
}
