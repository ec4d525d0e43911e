import RectoPageModel
import RectoPipeline

/// The hits of a query in an issue, in the order of the pages.
func find(_ query: String, in issue: OpenPublication) async throws -> [TextSearch.Hit] {
  var hits: [TextSearch.Hit] = []
  for try await page in issue.hits(of: try TextSearch(query)) {
    hits += try page.result.get()
  }
  return hits
}
