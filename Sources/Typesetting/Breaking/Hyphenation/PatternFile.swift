import RectoPageModel

/// The file of a hyphenation dictionary, from which it extracts the patterns that apply to one word.
///
/// libhyphen takes 3 s to read all German patterns, most of which are whole words; a word needs a
/// few dozen of them. Patterns that do not occur in the word do not affect it, except by their
/// prefixes: of all prefixes that end at a letter, the library considers only the longest.
struct PatternFile: Sendable {
  private let bytes: [UInt8]
  /// Lines that every word needs: the encoding, the minima, the beginning of the next level.
  private var common: [UInt32] = []
  /// The lines of patterns, by the first two bytes of their letters, or by the one byte of a single
  /// letter.
  private var patterns: [UInt16: [UInt32]] = [:]
  /// The offset at which the patterns for parts of compounds begin; those before it divide
  /// compounds.
  private var nextLevel = UInt32.max

  private static let keywords = [
    "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN",
    "NOHYPHEN", "NEXTLEVEL",
  ].map { Array($0.utf8) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      add(line: start)
      start = end(ofLine: start) + 1
    }
  }

  private mutating func add(line start: Int) {
    let line = bytes[start..<end(ofLine: start)]
    guard start > 0 else { return common.append(UInt32(start)) }
    guard let first = line.first, first != 0x23, first != 0x25 else { return }  // # %
    if line.starts(with: "NEXTLEVEL".utf8) { nextLevel = UInt32(start) }
    // A pattern that begins with a hexadecimal byte, such as ^^e4, is not parsed: every word gets it.
    if first == 0x5E || Self.keywords.contains(where: { line.starts(with: $0) }) {
      return common.append(UInt32(start))
    }
    var letters = Letters(bytes, start)
    guard let a = letters.next() else { return }
    let key = UInt16(a) << 8 | UInt16(letters.next() ?? 0)
    patterns[key, default: []].append(UInt32(start))
  }

  private func end(ofLine start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return end
  }

  /// A dictionary file with only the patterns that the word needs, in their order.
  func excerpt(for word: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var lines = Set(common)
    // The patterns of each level that occur in the word, and the prefixes of others.
    var whole: [Set<[UInt8]>] = [[], []]
    var begun: [Set<[UInt8]>] = [[], []]
    for index in word.indices {
      let rest = UnsafeBufferPointer(rebasing: word[index...])
      for line in candidates(rest) {
        let level = line < nextLevel ? 0 : 1
        let matched = match(line, rest)
        let beginning = (bytes[Int(line)] == 0x2E ? [0x2E] : []) + rest[..<matched.count]
        if matched.isWhole {
          lines.insert(line)
          whole[level].insert(beginning)
        } else {
          begun[level].insert(beginning)
        }
      }
    }
    var excerpt: [UInt8] = []
    func append(_ line: some Sequence<UInt8>) {
      excerpt += line
      excerpt.append(0x0A)
    }
    for line in lines.sorted() {
      if line == nextLevel { begun[0].subtracting(whole[0]).forEach(append) }
      append(bytes[Int(line)..<end(ofLine: Int(line))])
    }
    let last = nextLevel == .max ? 0 : 1
    begun[last].subtracting(whole[last]).forEach(append)
    return excerpt
  }

  /// The patterns that begin with the first one or two letters of `rest`.
  private func candidates(_ rest: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    let first = UInt16(rest[0]) << 8
    let alone = patterns[first] ?? []
    return rest.count < 2 ? alone : alone + (patterns[first | UInt16(rest[1])] ?? [])
  }

  /// The number of bytes of `rest` with which a pattern begins, and whether that is the whole
  /// pattern.
  private func match(
    _ line: UInt32, _ rest: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, isWhole: Bool) {
    var letters = Letters(bytes, Int(line))
    var count = 0
    while let letter = letters.next() {
      guard count < rest.count, rest[count] == letter else { return (count, false) }
      count += 1
    }
    return (count, true)
  }

  /// The letters of a pattern, without its digits, without the dots that stand for the ends of a word,
  /// and without the spelling after a slash.
  private struct Letters {
    private let bytes: [UInt8]
    private var index: Int

    init(_ bytes: [UInt8], _ start: Int) {
      self.bytes = bytes
      index = start
    }

    mutating func next() -> UInt8? {
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0x30...0x39, 0x2E: continue
        case 0x2F, 0x20, 0x09, 0x0D, 0x0A:
          index = bytes.count
          return nil
        default: return byte
        }
      }
      return nil
    }
  }
}
