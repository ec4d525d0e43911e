import Glibc
import RectoJSON
import RectoPageModel

/// Writes lines for people to standard error.
enum Diagnostics {
  /// `recto: SOURCE: page 7: sentence`; nothing if standard output was closed by its reader.
  static func report(_ error: PageError, source: String? = nil, page: Int? = nil) {
    guard error.code != .outputClosed else { return }
    line(sentence(error.advice, source: source, page: page))
  }

  static func sentence(_ message: String, source: String?, page: Int?) -> String {
    var parts = ["recto"]
    if let source { parts.append(source) }
    if let page { parts.append("page \(page + 1)") }
    return (parts + [message]).joined(separator: ": ")
  }

  /// One write for each line, so that threads' lines do not mix. Control characters in a file name
  /// cannot control the terminal, and its bidirectional characters cannot reorder the text around
  /// it.
  static func line(_ text: String) {
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { DisplayText.isShown($0) ? $0 : "\u{FFFD}" }))
    write(clean + "\n")
  }

  /// Shows a note on a terminal; scripts see nothing.
  static func note(_ text: String) {
    guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
    line(text)
  }

  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension PageError {
  /// The message, with the option that may help.
  var advice: String {
    switch remedy {
    case .time: "\(message): try --time-limit"
    case .memory: "\(message): try --memory-limit"
    case .password: "\(message): pass --password or --password-file"
    case .knownFormat, nil: message
    }
  }
}
