/// Makes unique names for headings from their words, by the rules of web servers for Markdown.
struct Anchors {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// The anchor of a heading with this text.
  mutating func make(for text: String) -> String {
    var slug = ""
    for scalar in text.lowercased().unicodeScalars.prefix(200) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark || scalar == "-" || scalar == "_"
      {
        slug.unicodeScalars.append(scalar)
      } else if scalar.properties.isWhitespace {
        slug += "-"
      }
    }
    return unique(slug.isEmpty ? "section" : slug)
  }

  /// `wanted`, with a number behind it if that name is taken.
  mutating func unique(_ wanted: String) -> String {
    var anchor = wanted
    while !taken.insert(anchor).inserted {
      counts[wanted, default: 0] += 1
      anchor = "\(wanted)-\(counts[wanted] ?? 0)"
    }
    return anchor
  }
}
