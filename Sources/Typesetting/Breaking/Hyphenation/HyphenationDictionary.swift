import CHyphen
import Glibc

/// The hyphenation patterns of one language, as libhyphen has read them.
///
/// Owns the `HyphenDict`, which nothing changes once it is read: one dictionary serves all threads.
public final class HyphenationDictionary: Sendable {
  /// A number and not a pointer, since pointers are not `Sendable`.
  private let address: UInt
  private let encoding: LetterEncoding

  /// Reads a `.dic` file; nil where there is none, or one in an encoding that nobody knows.
  /// Calls `hnj_hyphen_load`.
  init?(path: String) {
    guard let dictionary = hnj_hyphen_load(path) else { return nil }
    guard let encoding = LetterEncoding(dictionary) else {
      hnj_hyphen_free(dictionary)
      return nil
    }
    address = UInt(bitPattern: dictionary)
    self.encoding = encoding
  }

  deinit { hnj_hyphen_free(UnsafeMutablePointer(bitPattern: address)) }

  /// Which of the letters may be followed by a hyphen, with the minima of the dictionary: their
  /// indices, counted from 0. None where the dictionary's encoding lacks a letter.
  ///
  /// Places where the spelling would change, such as the old German Schiff-fahrt for Schiffahrt,
  /// are not among them. Calls `hnj_hyphen_hyphenate2`.
  func breaks(after letters: ArraySlice<WordLetter>) -> HyphenationPoints {
    withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: letters.count * LetterEncoding.longestLetter + 1
    ) { word in
      guard !letters.isEmpty, let length = encoding.encode(letters, into: word) else {
        return HyphenationPoints()
      }
      // The library wants five bytes more than the word has.
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 5) { hyphens in
        hyphens.initialize(repeating: 0)
        return breaks(in: word.baseAddress!, length, letters.count, hyphens.baseAddress!)
      }
    }
  }

  private func breaks(
    in word: UnsafePointer<CChar>, _ length: Int, _ letters: Int,
    _ hyphens: UnsafeMutablePointer<CChar>
  ) -> HyphenationPoints {
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<CInt>?
    var cuts: UnsafeMutablePointer<CInt>?
    let status = hnj_hyphen_hyphenate2(
      UnsafeMutablePointer(bitPattern: address), word, CInt(length), hyphens, nil, &replacements,
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
