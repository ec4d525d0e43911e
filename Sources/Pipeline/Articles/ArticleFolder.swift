import RectoPageModel

extension OpenPublication {
  /// A picture of an article that could not be drawn.
  public struct MissingPicture: Sendable {
    /// The page that it is on.
    public let page: Int
    public let error: PageError
  }

  /// Saves an article as a publication of its own, which the text backend sets on pages of any
  /// size: `story.md` and its pictures in `folder`, which is made. Returns the pictures that
  /// could not be drawn, which are left out.
  ///
  /// Throws `cannotWrite`, `busy`, `cancelled`.
  public func save(
    _ article: Article, in folder: String, _ requestOptions: RequestOptions = .neighbor
  ) async throws(PageError) -> [MissingPicture] {
    try makeFolder(folder)
    var missing: [MissingPicture] = []
    var paths: [Int: String] = [:]
    for (index, block) in article.blocks.enumerated() {
      guard case .picture = block.kind else { continue }
      do throws(PageError) {
        let path = "picture-\(paths.count + 1).jpg"
        try writeFile(try await picture(of: block, requestOptions), to: "\(folder)/\(path)")
        paths[index] = path
      } catch {
        if [.cannotWrite, .busy, .cancelled].contains(error.code) { throw error }
        missing.append(MissingPicture(page: block.page, error: error))
      }
    }
    let story = ArticleMarkdown(article) { [paths] in paths[$0] }
    try writeFile(Array(story.text.utf8), to: "\(folder)/story.md")
    return missing
  }
}
