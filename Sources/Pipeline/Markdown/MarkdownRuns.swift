import RectoPageModel

extension MarkdownWriter {
  /// Runs of text with their emphasis and links, without the spaces around the whole.
  ///
  /// `skip` is the number of bytes at the start that are not written, `escape` the byte that needs a
  /// backslash, both counted over all runs.
  mutating func put(_ runs: [Article.Run], skip: Int = 0, escape: Int? = nil) {
    let total = runs.reduce(0) { $0 + $1.text.utf8.count }
    let whole = trimmed(skip..<total, in: runs.map(\.text).joined())
    var offset = 0
    for (index, run) in runs.enumerated() {
      let length = run.text.utf8.count
      let own = whole.clamped(to: offset..<offset + length)
      if !own.isEmpty {
        let next =
          offset + length < whole.upperBound
          ? runs[(index + 1)...].first { !$0.text.isEmpty }?.text.unicodeScalars.first : nil
        put(
          run, own.lowerBound - offset..<own.upperBound - offset,
          escape: escape.map { $0 - offset }, before: next)
      }
      offset += length
    }
  }

  /// The range without white space at its ends.
  private func trimmed(_ range: Range<Int>, in text: String) -> Range<Int> {
    let utf8 = text.utf8
    guard range.lowerBound <= range.upperBound, range.upperBound <= utf8.count else { return 0..<0 }
    let part = text[
      utf8.index(
        utf8.startIndex, offsetBy: range.lowerBound)..<utf8.index(
          utf8.startIndex, offsetBy: range.upperBound)
    ].unicodeScalars
    let start = part.prefix { $0.properties.isWhitespace }.utf8Count
    guard start < range.count else { return range.lowerBound..<range.lowerBound }
    var end = 0
    for scalar in part.reversed() {
      guard scalar.properties.isWhitespace else { break }
      end += UTF8.width(scalar)
    }
    return range.lowerBound + start..<range.upperBound - end
  }

  private mutating func put(
    _ run: Article.Run, _ range: Range<Int>, escape: Int?, before next: Unicode.Scalar?
  ) {
    // Marks of emphasis must touch letters.
    let core = trimmed(range, in: run.text)
    guard !core.isEmpty else { return put(run, range) }
    put(run, range.lowerBound..<core.lowerBound)
    let scalars = run.text.utf8.dropFirst(core.lowerBound).prefix(core.count)
    let text = String(decoding: scalars, as: UTF8.self).unicodeScalars
    let address: String? = if case .url(let url) = run.target { markdownAddress(url) } else { nil }
    if address != nil { put("[") }
    let after = core.upperBound < range.upperBound ? " " : next
    let marks = (run.isBold ? "**" : "") + (run.isItalic ? "*" : "")
    let isMarked =
      !marks.isEmpty
      && (address != nil
        || last.canStandBefore(text.first) && after.canStandBefore(text.last))
    if isMarked { put(marks) }
    put(run, core, escape: escape)
    if isMarked { put(marks) }
    if let address { put("](<\(address)>)") }
    put(run, core.upperBound..<range.upperBound)
  }

  /// An address that goes between angle brackets; nil for one of a scheme that only leads further
  /// where it is run.
  private func markdownAddress(_ url: String) -> String? {
    let schemes = ["http://", "https://", "mailto:"]
    guard schemes.contains(where: url.lowercased().hasPrefix),
      url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"<>\\".utf8.contains($0) })
    else { return nil }
    // A bar would end the cell of a table.
    return url.replacing("|", with: "%7C")
  }
}

extension Unicode.Scalar? {
  /// True if a mark of emphasis can stand between this code point, on its outer side, and `inner`
  /// (CommonMark 0.31, 6.2).
  fileprivate func canStandBefore(_ inner: Unicode.Scalar?) -> Bool {
    guard let outer = self else { return true }
    if outer == "*" { return false }
    if outer.properties.isWhitespace { return true }
    return inner.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var utf8Count: Int { reduce(0) { $0 + UTF8.width($1) } }
}
