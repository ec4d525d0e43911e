import RectoJSON
import RectoPageModel
import RectoPipeline

struct TextCommand: SourceCommand {
  let name = "text"
  let summary =
    "Extracts the text of pages in reading order, with boxes if the format has them."
  let ownOptions = [
    pagesOption,
    Option(
      "format", short: "f", value: "FORMAT", choices: Format.allCases.map(\.rawValue),
      "plain (default), markdown, json, alto or hocr"),
    Option(
      "map", value: "FILE",
      "With --format markdown: write the page and position of each word to FILE, as JSON"),
    Option("glyphs", "With --format json or --map: include a box for each grapheme cluster"),
    Option("json", "The same as --format json; pages count from 0 there"), outputOption,
    progressOption,
  ]
  let examples = [
    "recto text issue.pdf", "recto text --format json --glyphs --pages 3 issue.pdf",
    "recto text -f alto -o issue.xml issue.pdf",
    "recto text -f markdown --map issue.json -o issue.md issue.pdf",
  ]
  let notes = """
    Plain text ends each page with a form feed. Boxes are in points from the top left of the
    page's unrotated crop box; ALTO has them in tenths of a millimeter, hOCR in 1/300 inch.
    Markdown contains the articles or, with --pages, the content of these pages, without running heads.
    Pictures are named but not written; recto articles --save writes them.
    """

  let countsPagesFirst = false

  private enum Format: String, CaseIterable { case plain, markdown, json, alto, hocr }

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let word = try arguments.word("format", of: Format.allCases.map(\.rawValue))
    let format = word.flatMap(Format.init) ?? (arguments.has("json") ? .json : .plain)
    if arguments.has("json"), format != .json {
      throw UsageError("--json and --format \(format.rawValue) cannot be used together")
    }
    if arguments["map"] != nil, format != .markdown {
      throw UsageError("--map needs --format markdown")
    }
    if arguments.has("glyphs"), format != .json, arguments["map"] == nil {
      throw UsageError("--glyphs needs --format json or --map")
    }
    if format == .markdown { return try await MarkdownText(arguments, session).run() }
    let pages = try await session.pages(arguments)
    let includesGlyphs = arguments.has("glyphs")
    let file = try OutputFile(arguments["output"] ?? "-")
    let progress = try Progress(arguments, total: pages.count, output: file)
    try file.write(Array(try await header(format, session).utf8))
    var isFirst = true
    let status = try await session.forEachPage(pages) { page throws(PageError) in
      try await session.publication.textDocument(ofPage: page, includesGlyphs: includesGlyphs)
    } use: { page, document in
      if format == .json, !isFirst { try file.write([UInt8(ascii: ",")]) }
      isFirst = false
      try file.write(encode(document, as: format))
      progress.advance(page: page)
    }
    try file.write(Array(footer(format).utf8))
    try file.commit()
    progress.finish()
    return status
  }

  func numbersPages(_ arguments: Arguments) -> Bool {
    arguments.has("json") || arguments["format"] ?? Format.plain.rawValue != Format.plain.rawValue
  }

  /// The text before the first page. It has the source's file name only, so that it does not depend on
  /// the folder.
  private func header(_ format: Format, _ session: Session) async throws -> String {
    let fileName = SourceName(of: session.source).fileName
    switch format {
    case .plain, .markdown: return ""
    case .json: return "{\"pages\":["
    case .alto: return ALTO.header(fileName: fileName)
    case .hocr:
      return HOCR.header(title: try await session.publication.info.metadata.title ?? fileName)
    }
  }

  private func footer(_ format: Format) -> String {
    switch format {
    case .plain, .markdown: ""
    case .json: "]}\n"
    case .alto: ALTO.footer
    case .hocr: HOCR.footer
    }
  }

  private func encode(_ page: PageTextDocument, as format: Format) -> [UInt8] {
    switch format {
    case .plain, .markdown: Array((page.text.plain + "\n\u{C}").utf8)
    case .json: JSONWriter.bytes(of: page)
    case .alto: Array(ALTO.page(page).utf8)
    case .hocr: Array(HOCR.page(page).utf8)
    }
  }
}
