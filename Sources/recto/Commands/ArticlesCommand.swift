import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoRaster

struct ArticlesCommand: SourceCommand {
  let name = "articles"
  let summary = "Lists the articles, or saves them as Markdown with their pictures."
  let ownOptions = [
    Option(
      "pages", value: "LIST",
      "Only articles that are on one of these pages, such as 1-4,7,last; the first is 1"),
    pagesJSONOption, outputOption,
    Option("save", value: "DIR", "Save each article into a folder of its own below DIR"),
  ]
  let examples = [
    "recto articles issue.pdf", "recto articles --json issue.pdf",
    "recto articles --save texts/ issue.pdf && recto render texts/03-tide -o tide.pdf",
  ]
  let notes = """
    An article is text in reading order across columns and pages, with its headings, links and
    pictures and without running heads and page numbers. Articles begin where the source's table of
    contents or tags place them; without these, the type size decides.
    """

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let pages = Set(try await session.pages(arguments))
    let articles = try await session.publication.articles().enumerated()
      .map { (number: $0.offset + 1, article: $0.element) }
      .filter { arguments["pages"] == nil || !pages.isDisjoint(with: $0.article.pages) }
    if let folder = arguments["save"] { return try await save(articles, in: folder, session) }
    try answer(arguments) { json in
      json.object { json in
        json.key("articles")
        json.array(articles) { $0.value($1.article) }
      }
    } text: {
      articles.map { _, article in
        let (first, last) = (article.pages.first ?? 0, article.pages.last ?? 0)
        let pages = first == last ? "page \(first + 1)" : "pages \(first + 1)-\(last + 1)"
        return "\(printable(article.title))  \(pages)  \(article.wordCount) words\n"
      }.joined()
    }
    return .done
  }

  /// Saves articles below their numbers among all of the publication. A picture that cannot be drawn is
  /// left out and reported.
  private func save(
    _ articles: [(number: Int, article: Article)], in folder: String, _ session: Session
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    for (number, article) in articles {
      let digits = String(number)
      let place =
        "\(folder)/\(digits.count < 2 ? "0" : "")\(digits)-\(fileName(article.title))"
      for missing in try await session.publication.save(article, in: place) {
        Diagnostics.report(missing.error, source: session.source, page: missing.page)
        if status == .done { status = ExitStatus(missing.error.code) }
      }
    }
    return status
  }

  /// A title as part of a file's name.
  private func fileName(_ title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    let name = words.joined(separator: "-").prefix(40)
    return name.isEmpty ? "article" : String(name)
  }
}
