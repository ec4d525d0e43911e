extension String {
  /// An untrusted name for use in a message: short, and without control characters, which could
  /// drive a terminal.
  package var printable: String {
    let clean = unicodeScalars.prefix(80).map { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(clean)) + (unicodeScalars.count > 80 ? "…" : "")
  }
}
