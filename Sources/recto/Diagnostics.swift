import Glibc
import RectoJSON
import RectoPageModel

/// Writes lines for people to standard error.
enum Diagnostics {
  /// `recto: SOURCE: page 7: sentence`; nothing where the reader of standard output has left.
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

  /// One write each, so that lines of several threads do not mix. Control characters of a file's
  /// name cannot steer the terminal, and no character of it turns the text around it.
  static func line(_ text: String) {
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { DisplayText.isShown($0) ? $0 : "\u{FFFD}" }))
    write(clean + "\n")
  }

  /// Says something to a person at a terminal, and nothing to a script.
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
  /// The sentence, with the option that helps where one does.
  var advice: String {
    switch remedy {
    case .time: "\(message): try --time-limit"
    case .memory: "\(message): try --memory-limit"
    case .password: "\(message): pass --password or --password-file"
    case .knownFormat, nil: message
    }
  }
}
