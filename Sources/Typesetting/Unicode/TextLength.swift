import RectoPageModel

/// The length of a text in the type that CUnicode takes.
///
/// Throws `limit` beyond 2^30 units: offsets are 31 bits, one of which opportunities need.
func checkedLength(of text: Span<UInt16>) throws(PageError) -> Int32 {
  guard text.count <= 1 << 30 else {
    throw PageError(
      .limit, "a paragraph of \(text.count) characters is beyond \(1 << 30): divide it")
  }
  return Int32(text.count)
}

/// The error for a call of CUnicode that fails although its arguments are sound.
func failure(of task: String) -> PageError {
  PageError(.limit, "cannot \(task): memory or ICU's data is missing")
}
