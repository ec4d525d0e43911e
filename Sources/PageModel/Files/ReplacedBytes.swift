extension String {
  /// True if it may have been made from bytes that are not UTF-8, in whose place Swift puts U+FFFD: a path
  /// with it leads to no file.
  package var hasReplacedBytes: Bool { unicodeScalars.contains("\u{FFFD}") }
}
