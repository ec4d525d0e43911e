/// Checks the targets of links.
enum LinkTarget {
  /// The target, if it is a web, mail or telephone address, or a place or file of the publication;
  /// nil for any other, such as a script, a file of the reader's machine, or a text with spaces or
  /// control characters.
  static func checked(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 4096,
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return text }
    let scheme = text[..<colon]
    // A colon in a path or a fragment does not end a scheme.
    if scheme.contains(where: { "/?#".contains($0) }) { return text }
    return ["http", "https", "mailto", "tel"].contains(scheme.lowercased()) ? text : nil
  }
}
