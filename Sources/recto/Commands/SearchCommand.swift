import RectoJSON
import RectoPageModel
import RectoPipeline

struct SearchCommand: SourceCommand {
  let name = "search"
  let operands = "SOURCE QUERY"
  let summary = "Finds text with its positions, also across lines, columns and pages."
  let ownOptions = [
    pagesOption, Option("regex", "Treat QUERY as a regular expression (ICU syntax)"),
    Option("case", "Match case"), Option("accents", "Match accents"),
    Option("whole-words", "Match whole words only"),
    Option("cache", "Cache a search index and reuse it (default for books)"),
    pagesJSONOption, outputOption,
  ]
  let examples = [
    "recto search issue.pdf lighthouse", "recto search --regex issue.pdf 'tide[sl]?'",
    "recto search --json --whole-words scans/ quay",
  ]
  let notes = """
    Accents do not matter without --accents: cafe finds café. A word with a hyphen at a line's end is
    found with and without it. A regular expression may take one second (or --time-limit), plus a
    hundredth of that for each page. With --cache, and for a book unless --no-cache is
    given, a search of all pages stores an index; later searches read only pages that may have hits.
    A search without hits is not an error.
    """

  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    var options = TextSearch.Options()
    options.isRegex = arguments.has("regex")
    options.isCaseSensitive = arguments.has("case")
    options.isMarkSensitive = arguments.has("accents")
    options.wholeWords = arguments.has("whole-words")
    options.regexSeconds =
      try arguments.number("time-limit", in: 0.01...86_400) ?? options.regexSeconds
    let search = try TextSearch(arguments.operands[1], options: options)
    let found = session.publication.hits(of: search, on: try await session.pages(arguments))
      .makeAsyncIterator()
    // Lines are written as they are found; a document, and a file, when it is whole.
    let isStreamed = !arguments.has("json") && (arguments["output"] ?? "-") == "-"
    var status = ExitStatus.done
    var hits: [TextSearch.Hit] = []
    var isEmpty = true
    while let page = try await found.next() {
      switch page.result {
      case .success(let ofPage) where isStreamed:
        guard !ofPage.isEmpty else { continue }
        isEmpty = false
        try writeFile(Array(lines(ofPage).utf8), to: "-")
      case .success(let ofPage): hits += ofPage
      case .failure(let error):
        Diagnostics.report(error, source: session.source, page: page.page)
        if status == .done { status = ExitStatus(error.code) }
      }
    }
    if isStreamed {
      if isEmpty { Diagnostics.note("no hits") }
      return status
    }
    try answer(arguments) { json in
      json.object { json in
        json.member("query", search.query)
        json.key("hits")
        json.array(hits) { $0.value($1) }
      }
    } text: {
      lines(hits)
    }
    return status
  }

  private func lines(_ hits: [TextSearch.Hit]) -> String {
    hits.map { hit in
      let pages = Set(hit.parts.map { $0.page + 1 }).sorted()
      let (first, last) = (pages[0], pages[pages.count - 1])
      let place = first < last ? "pages \(first)-\(last)" : "page \(first)"
      return
        "\(place)  \(printable(hit.before))[\(printable(hit.text))]\(printable(hit.after))\n"
    }.joined()
  }
}
