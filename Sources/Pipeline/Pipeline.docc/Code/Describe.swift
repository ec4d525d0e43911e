import RectoPageModel
import RectoPipeline

/// One line about an issue, such as `Quay, issue 14, PDF 1.5, 8 pages`.
func describe(_ issue: OpenPublication) async throws -> String {
  let info = try await issue.info
  let title = info.metadata.title ?? issue.source
  return "\(title), \(info.format), \(issue.pageCount) pages"
}
