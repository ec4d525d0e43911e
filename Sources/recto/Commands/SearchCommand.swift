import PageModel
import Pipeline

struct SearchCommand: SourceCommand {
  let name = "search"
  let operands = "SOURCE QUERY"
  let summary = "Finds text, over line ends and hyphens, with its place on the page."
  let ownOptions = [
    pagesOption, Option("regex", "QUERY is a regular expression"),
    Option("case", "Capitals matter"), Option("whole-words", "Only whole words"), jsonOption,
    outputOption,
  ]
  let examples = [
    "recto search issue.pdf lighthouse", "recto search --regex issue.pdf 'tide[sl]?'",
    "recto search --json --whole-words scans/ quay",
  ]
  let notes = "Accents do not matter: cafe finds café. No hit is not an error."

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    var options = TextSearch.Options()
    options.isRegex = arguments.has("regex")
    options.isCaseSensitive = arguments.has("case")
    options.wholeWords = arguments.has("whole-words")
    let search = try TextSearch(arguments.operands[1], options: options)
    var hits: [TextSearch.Hit] = []
    let status = try await session.forEachPage(try session.pages(arguments)) {
      page throws(PageError) in
      try await session.publication.text(ofPage: page)
    } use: { page, text in
      hits += try search.hits(in: text, page: page)
    }
    try answer(arguments) { json in
      json.object { json in
        json.member("query", search.query)
        json.key("hits")
        json.array(hits) { $0.value($1) }
      }
    } text: {
      hits.map { hit in
        "page \(hit.page + 1)  \(printable(hit.before))[\(printable(hit.text))]\(printable(hit.after))\n"
      }.joined()
    }
    return status
  }
}
