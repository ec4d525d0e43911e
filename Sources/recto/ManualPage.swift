import RectoWorkers

/// A page for man(1), made from the same declarations as `--help`, in the macros of man(7).
struct ManualPage {
  /// The name, such as `recto-render`, in section 1.
  let name: String
  /// The source of the page, in ASCII.
  let text: String

  /// The page of `recto` itself.
  init() {
    name = "recto"
    let list = commands.map { command in
      ".TP\n.BR \(Self.escape("recto-\(command.name)")) (1)\n\(Self.filled(command.summary))"
    }
    text = Self.page(
      name, summary: "page images and page text of publications",
      synopsis: ".B recto\n\\fICOMMAND\\fR [\\fIOPTION\\fR...] \\fISOURCE\\fR",
      sections: [
        ("DESCRIPTION", Self.paragraphs(overviewText)), ("COMMANDS", list.joined(separator: "\n")),
        ("EXIT STATUS", Self.statuses),
      ])
  }

  /// The page of one command.
  init(_ command: any Command) {
    name = "recto-\(command.name)"
    let options = command.completedOptions.map(Self.option).joined(separator: "\n")
    let examples = command.examples.map(Self.escape).joined(separator: "\n")
    let notes = command.notes.isEmpty ? "" : "\n.PP\n\(Self.paragraphs(command.notes))"
    text = Self.page(
      name, summary: Self.withoutStop(command.summary),
      synopsis: ".B recto \(command.name)\n[\\fIOPTION\\fR...]\n"
        + Self.filled(command.operands),
      sections: [
        ("DESCRIPTION", Self.paragraphs(command.summary) + notes), ("OPTIONS", options),
        ("EXIT STATUS", Self.statuses), ("EXAMPLES", ".nf\n\(examples)\n.fi"),
        ("SEE ALSO", ".BR recto (1)"),
      ])
  }

  private static func page(
    _ name: String, summary: String, synopsis: String, sections: [(String, String)]
  ) -> String {
    let head = """
      .TH \(escape(name.uppercased())) 1 "\(versionDate)" "Recto \(rectoVersion)" "Recto"
      .SH NAME
      \(filled("\(name) - \(summary)"))
      .SH SYNOPSIS
      \(synopsis.trimmed)

      """
    return head + sections.map { ".SH \($0)\n\($1)\n" }.joined()
  }

  private static func option(_ option: Option) -> String {
    let value = option.value.map { "=\\fI\(escape($0))\\fR" } ?? ""
    let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    return ".TP\n\(short)\\fB\\-\\-\(escape(option.name))\\fR\(value)\n\(filled(option.help))"
  }

  private static var statuses: String {
    ExitStatus.allCases.map { ".TP\n.B \($0.rawValue)\n\(filled($0.meaning))" }
      .joined(separator: "\n")
  }

  /// Text as roff paragraphs; blank lines separate them.
  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ".PP" : filled(String($0)) }.joined(separator: "\n")
  }

  private static func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// Text that roff fills, in lines of 80 bytes at most where its words allow it.
  private static func filled(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ").map({ escape(String($0)) }) {
      if let last = lines.last, last.utf8.count + word.utf8.count < 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Escapes a line for roff: no part of it is a request, and all of it is ASCII.
  private static func escape(_ line: String) -> String {
    var escaped = line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return escaped
  }
}

extension String {
  /// Without blanks at its end, which roff warns about.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
