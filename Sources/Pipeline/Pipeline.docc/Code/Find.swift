import PageModel
import Pipeline

/// Where a query stands in an issue, in the order of the pages.
func find(_ query: String, in issue: OpenPublication) async throws -> [TextSearch.Hit] {
  let search = try TextSearch(query)
  let texts = issue.inOrder(0..<issue.pageCount) { page throws(PageError) in
    try await issue.text(ofPage: page)
  }
  var hits: [TextSearch.Hit] = []
  for await text in texts {
    hits += try search.hits(in: try text.result.get(), page: text.page)
  }
  return hits
}
