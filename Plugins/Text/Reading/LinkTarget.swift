/// The valid targets of links.
enum LinkTarget {
  /// The target without control characters, where it is a web, mail or telephone address, a place
  /// in the publication or a file of it; nil for programs in links and the reader's own files.
  static func checked(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 4096,
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return text }
    let scheme = text[..<colon]
    // A colon in a path or a fragment ends no scheme.
    if scheme.contains(where: { "/?#".contains($0) }) { return text }
    return ["http", "https", "mailto", "tel"].contains(scheme.lowercased()) ? text : nil
  }
}
