import CRectoPlugin
import RectoJSON
import RectoPageModel

/// The codes of errors and what a table's entries return for them.
private let statuses: [(code: PageError.Code, status: Int)] = [
  (.badRequest, RECTO_BAD_REQUEST), (.noSuchPage, RECTO_NO_SUCH_PAGE),
  (.unreadable, RECTO_UNREADABLE), (.unsupported, RECTO_UNSUPPORTED), (.damaged, RECTO_DAMAGED),
  (.needsPassword, RECTO_NEEDS_PASSWORD), (.notInstalled, RECTO_NOT_INSTALLED),
  (.limit, RECTO_LIMIT), (.bug, RECTO_BUG),
  // Codes that the interface lacks; the sentence says the rest.
  (.notFound, RECTO_UNREADABLE), (.cannotWrite, RECTO_BUG), (.busy, RECTO_LIMIT),
  (.cancelled, RECTO_LIMIT),
]

extension PageError {
  /// The value that a table's entry returns for the error.
  var tableStatus: Int32 {
    Int32(clamping: statuses.first { $0.code == code }?.status ?? RECTO_BUG)
  }

  /// The error of a plugin's call that returned `status` and gave this sentence.
  init(tableStatus status: Int32, sentence: [UInt8], plugin: String) {
    let code = statuses.first { $0.status == Int(status) }?.code ?? .bug
    let text = DisplayText(bytes: sentence).text
    self.init(code, text.isEmpty ? "the plugin \(plugin) gives no reason: \(code.rawValue)" : text)
  }
}
