import RectoJSON
import RectoPageModel
import RectoPipeline

/// Writes the answer to the path of `-o`: text, or JSON with numbers rounded to thousandths unless
/// `isExact`. On a terminal, `nothing` is shown instead of an empty text.
func answer(
  _ arguments: Arguments, isExact: Bool = false, nothing: String? = nil,
  json: (inout JSONWriter) -> Void, text: () -> String
) throws(PageError) {
  let path = arguments["output"] ?? "-"
  guard arguments.has("json") else {
    let text = text()
    if text.isEmpty, path == "-", let nothing { Diagnostics.note(nothing) }
    return try writeFile(Array(text.utf8), to: path)
  }
  var writer = JSONWriter(isExact: isExact)
  json(&writer)
  try writeFile(writer.bytes + [0x0A], to: path)
}

/// Text of a source for a terminal: on one line, without control characters.
func printable(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
  guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
    text.unicodeScalars.contains(where: isControl)
  else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
}
