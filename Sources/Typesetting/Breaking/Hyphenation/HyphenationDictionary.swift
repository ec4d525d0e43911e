import CRectoHyphen
import Glibc
import RectoPageModel

/// The hyphenation patterns of one language, as libhyphen reads them.
///
/// It does not change after it is read, so all threads share one dictionary.
public final class HyphenationDictionary: Sendable {
  private enum Patterns {
    /// libhyphen's dictionary, which is owned: its address, since pointers are not `Sendable`.
    case all(UInt)
    /// A file of which only the patterns that a word needs are read.
    case file(PatternFile)
  }

  private let patterns: Patterns
  private let encoding: LetterEncoding

  /// The maximum size in bytes of a file that is read as a whole; in a larger one, reading each word's
  /// patterns separately is faster. The English file has 100 kB, the German one 1 MB.
  private static let largestWhole = 256 << 10
  private static let largestFile = 64 << 20

  /// Reads a `.dic` file; nil if it does not exist or its encoding is unknown.
  convenience init?(path: String) {
    guard let file = try? FileBytes(path: path) else { return nil }
    self.init(
      file.withBytes { Array($0.prefix(Self.largestFile)) }, largestWhole: Self.largestWhole)
  }

  /// Calls `hnj_hyphen_load_file` if the file is not larger than `largestWhole`.
  init?(_ bytes: [UInt8], largestWhole: Int) {
    if bytes.count <= largestWhole {
      guard let dictionary = LoadedPatterns.load(bytes) else { return nil }
      guard let encoding = LetterEncoding(dictionary) else {
        hnj_hyphen_free(dictionary)
        return nil
      }
      patterns = .all(UInt(bitPattern: dictionary))
      self.encoding = encoding
    } else {
      let name = String(
        decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }, as: UTF8.self)
      guard let encoding = LetterEncoding(name: name) else { return nil }
      patterns = .file(PatternFile(bytes))
      self.encoding = encoding
    }
  }

  deinit {
    if case .all(let address) = patterns {
      hnj_hyphen_free(UnsafeMutablePointer(bitPattern: address))
    }
  }

  /// The indices, counted from 0, of the letters that a hyphen may follow, within the minima of the
  /// dictionary. Empty if the dictionary's encoding lacks one of the letters.
  ///
  /// Places where the spelling would change, such as the old German Schiff-fahrt for Schiffahrt,
  /// are left out. Calls `hnj_hyphen_hyphenate2`.
  func breaks(after letters: ArraySlice<WordLetter>) -> HyphenationPoints {
    withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: letters.count * LetterEncoding.longestLetter + 1
    ) { word in
      guard !letters.isEmpty, let length = encoding.encode(letters, into: word) else {
        return HyphenationPoints()
      }
      // The library needs five bytes more than the word has.
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 5) { hyphens in
        hyphens.initialize(repeating: 0)
        switch patterns {
        case .all(let address):
          guard let dictionary = UnsafeMutablePointer<HyphenDict>(bitPattern: address) else {
            return HyphenationPoints()
          }
          return breaks(
            dictionary, word.baseAddress!, length, letters.count, hyphens.baseAddress!)
        case .file(let file):
          let bytes = UnsafeRawBufferPointer(start: word.baseAddress, count: length)
          guard
            let dictionary = LoadedPatterns.load(
              file.excerpt(for: bytes.bindMemory(to: UInt8.self)))
          else { return HyphenationPoints() }
          defer { hnj_hyphen_free(dictionary) }
          return breaks(
            dictionary, word.baseAddress!, length, letters.count, hyphens.baseAddress!)
        }
      }
    }
  }

  private func breaks(
    _ dictionary: UnsafeMutablePointer<HyphenDict>, _ word: UnsafePointer<CChar>, _ length: Int,
    _ letters: Int,
    _ hyphens: UnsafeMutablePointer<CChar>
  ) -> HyphenationPoints {
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<CInt>?
    var cuts: UnsafeMutablePointer<CInt>?
    let status = hnj_hyphen_hyphenate2(
      dictionary, word, CInt(length), hyphens, nil, &replacements,
      &positions, &cuts)
    var points = HyphenationPoints()
    if status == 0 {
      for index in 0..<letters where hyphens[index] & 1 == 1 && replacements?[index] == nil {
        points.insert(index)
      }
    }
    if let replacements {
      for index in 0..<length { free(replacements[index]) }
      free(replacements)
    }
    free(positions)
    free(cuts)
    return points
  }
}

private enum LoadedPatterns {
  /// Reads a dictionary from memory, to be freed by `hnj_hyphen_free`. Calls
  /// `hnj_hyphen_load_file`.
  static func load(_ bytes: [UInt8]) -> UnsafeMutablePointer<HyphenDict>? {
    var bytes = bytes
    return bytes.withUnsafeMutableBytes { bytes in
      guard !bytes.isEmpty, let file = fmemopen(bytes.baseAddress, bytes.count, "r") else {
        return nil
      }
      defer { fclose(file) }
      return hnj_hyphen_load_file(file)
    }
  }
}
