import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Puts a document in the place of the one that a tab shows, where that looks the same as if it were
/// loaded. It takes a third of the time, which is most of what a short document costs.
///
/// The exchange waits for style sheets, pictures and fonts. A document with anything else is
/// loaded, since only the end of loading tells when that is there.
struct DocumentExchange {
  private let tab: Tab

  /// Bytes of a document that is exchanged: a longer one takes more time to be laid out.
  private static let longest = 64 << 10

  init(_ tab: Tab) { self.tab = tab }

  /// The result is false where the document must be loaded: it is not well-formed XHTML, it asks for
  /// more than is waited for, or one of the two may leave traces in the other.
  ///
  /// Throws `limit` when the deadline passes.
  func show(
    _ path: String, from served: ServedFiles, until deadline: Deadline
  ) throws(PageError) -> Bool {
    guard served.mediaType(ofPath: path) == "application/xhtml+xml",
      let file = try? RelativePath(path),
      let bytes = try? served.read(file, limit: Self.longest),
      let text = bytes.withBytes({ Self.text($0) })
    else { return false }
    tab.interceptor?.served = served
    let call = Self.exchange.call { json in
      json.member("address", IssueAddress.url(ofPath: path))
      json.member("text", text)
    }
    let answer = try tab.evaluate(call, until: deadline)
    return try DevToolsConnection.read { () throws(JSONError) in try answer.bool() }
  }

  /// Nil for text that is not UTF-8, or says that it is not (XML 1.0, 4.3.3).
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let declaration = text.hasPrefix("<?xml") ? text.prefix { $0 != ">" }.lowercased() : ""
    return declaration.contains("encoding") && !declaration.contains("utf-8") ? nil : text
  }

  private static let exchange = PageFunction(PackageResources.exchange_js)
}
