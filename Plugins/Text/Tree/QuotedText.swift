/// `text` in quotes for a message: short, and without control characters, which could drive a
/// terminal.
func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars.prefix(60).map { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: UnicodeScalar(0xFFFD)!
    default: scalar
    }
  }
  let cut = text.unicodeScalars.count > 60 ? "…" : ""
  return "“" + String(String.UnicodeScalarView(scalars)) + cut + "”"
}
