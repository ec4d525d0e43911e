import CRectoCmark
import RectoPageModel
import Synchronization

/// The limits of Markdown, beyond those of `StoryText`.
enum MarkdownLimits {
  /// The maximum depth of block quotes and lists on one line: the parser goes through all of them
  /// for each line.
  static let containers = 1_000
  /// The columns of one table: the parser's time grows with their square.
  static let columns = 1_000
  /// The maximum number of cells of all tables, including those that the parser adds to short
  /// rows.
  static let cells = 500_000
}

/// While it reads, cmark-gfm keeps in tables of the process which characters its extensions find
/// special.
private let parserTurn = Mutex(())

/// A tree that cmark-gfm has read.
struct MarkdownDocument: ~Copyable {
  private let pointer: OpaquePointer

  deinit { cmark_node_free(pointer) }

  /// Reads GitHub Flavored Markdown with footnotes. Quotes are those of `language`, a BCP 47 tag.
  ///
  /// Throws `limit` beyond `MarkdownLimits`. Calls `cmark_parser_feed`.
  init(
    _ markdown: Substring, hasSmartPunctuation: Bool, language: String?, name: String
  ) throws(PageError) {
    var quotes = hasSmartPunctuation ? SmartQuotes(language: language, for: markdown) : nil
    var text = quotes == nil ? String(markdown) : SmartQuotes.hidingQuotes(of: markdown)
    try text.withUTF8Checked { bytes throws(PageError) in
      if let excess = MarkdownScan.excess(in: bytes) {
        throw PageError(.limit, "\(name):\(excess.line): \(excess.sentence)")
      }
    }
    var options = CMARK_OPT_FOOTNOTES
    if hasSmartPunctuation { options |= CMARK_OPT_SMART }
    let parser = cmark_parser_new(options)
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      if let `extension` = MarkdownExtensions.registered.find(name) {
        cmark_parser_attach_syntax_extension(parser, `extension`)
      }
    }
    var root: OpaquePointer?
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        parserTurn.withLock { _ in
          cmark_parser_feed(parser, characters.baseAddress, characters.count)
          root = cmark_parser_finish(parser)
        }
      }
    }
    guard let root else {
      throw PageError(.damaged, "\(name): it cannot be read as Markdown")
    }
    pointer = root
    quotes?.set(in: MarkdownNode(root))
  }

  /// Lends the root.
  func withRoot<Result>(_ body: (MarkdownNode) -> Result) -> Result {
    body(MarkdownNode(pointer))
  }
}

/// The extensions of cmark-gfm, which are registered once in a process.
private struct MarkdownExtensions {
  static let registered = MarkdownExtensions()

  private init() { cmark_gfm_core_extensions_ensure_registered() }

  func find(_ name: String) -> OpaquePointer? {
    cmark_find_syntax_extension(name)
  }
}

extension String {
  /// Like `withUTF8`, with typed throws.
  fileprivate mutating func withUTF8Checked(
    _ body: (UnsafeBufferPointer<UInt8>) throws(PageError) -> Void
  ) throws(PageError) {
    let outcome = withUTF8 { bytes in
      Result { () throws(PageError) in try body(bytes) }
    }
    try outcome.get()
  }
}
