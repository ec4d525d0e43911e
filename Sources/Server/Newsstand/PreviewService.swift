import RectoHTTP
import RectoNewsstand

/// `/api/1/newsstand/issues/{key}/previews/{n}`: the pictures of pages that may be looked into before one
/// has an issue, from 0.
struct PreviewService: Service {
  private let newsstand: Newsstand?
  private let keys: IssueKeys?

  init(_ context: ServerContext) {
    newsstand = context.configuration.newsstand
    keys = newsstand.map(IssueKeys.init)
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    let path = call.path
    guard let newsstand, let keys, path.starts(with: ["api", "1", "newsstand", "issues"]),
      path.count == 7, path[5] == "previews", let index = Int(path[6])
    else { return nil }
    do throws(NewsstandError) {
      let picture = try await newsstand.preview(index, of: try await id(path[4], keys))
      return call.answer(picture.bytes, type: picture.mediaType)
    } catch {
      throw ServerError(error)
    }
  }

  private func id(_ key: String, _ keys: IssueKeys) async throws(NewsstandError) -> IssueID {
    do { return try await keys.id(key) } catch {
      throw (error as? NewsstandError)
        ?? NewsstandError(.notFound, "there is no issue of that name")
    }
  }
}
