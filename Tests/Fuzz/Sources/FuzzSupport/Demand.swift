/// Ends the process where something does not hold that must: libFuzzer then keeps the input.
public func demand(
  _ holds: Bool, _ what: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) {
  guard holds else { fatalError(what(), file: file, line: line) }
}

/// Ends the process where a text could not be shown to people: in more than one line, without an
/// end, or with characters that order a terminal about.
public func demandShowable(_ text: String, upTo count: Int) {
  let hasControls = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  demand(
    !hasControls && text.unicodeScalars.count <= count, "cannot be shown: \(text.debugDescription)")
}
