import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The previous catalog of a folder, from its `catalog.json`.
struct PreviousCatalog: Sendable {
  let title: String?
  let summary: String?
  let subscriptionProductID: String?
  let subscriptionPrice: String?
  let modified: Timestamp?
  let entries: [PublishedCatalog.Entry]

  /// Returns nil if nothing was published there. Throws `badCatalog` if the catalog cannot be read:
  /// the ids of its issues would be lost.
  init?(output: String) throws(NewsstandError) {
    let path = "\(output)/\(PublishedCatalog.ownName)"
    guard let file = try? FileBytes(path: path) else { return nil }
    let bytes = file.prefix(file.count)
    // URLs in it are relative, and are to stay so.
    let base = "https://localhost/"
    do throws(NewsstandError) {
      let catalog = try readCatalog(bytes, url: base)
      guard catalog.format == .json else {
        throw NewsstandError(.badCatalog, "it is a catalog of another kind")
      }
      let root = try? JSONDocument(bytes).root
      let stamps = Self.stamps(root)
      title = catalog.title
      summary = catalog.summary
      subscriptionProductID = catalog.subscriptionProductID
      subscriptionPrice = catalog.subscriptionPrice
      modified = (root?["modified"]?.text).flatMap(Timestamp.init(iso8601:))
      entries = catalog.issues.map { issue in
        let stamp = stamps[issue.id.text]
        var issue = issue
        issue.cover = issue.cover.map { Self.relative($0, base) }
        issue.thumbnail = issue.thumbnail.map { Self.relative($0, base) }
        issue.content = issue.content.map { Self.relative($0, base) }
        return PublishedCatalog.Entry(
          issue: issue, modified: stamp?.modified ?? Timestamp(seconds: 0),
          source: stamp?.source ?? "",
          coverSize: issue.cover.flatMap { ContentStore.size(ofImage: $0.url) },
          thumbnailSize: issue.thumbnail.flatMap { ContentStore.size(ofImage: $0.url) })
      }
    } catch {
      throw NewsstandError(
        .badCatalog,
        "\(path) is not a catalog that was published there: remove it to start again, with new ids "
          + "where none are given (\(error.message))")
    }
  }

  private static func relative(_ asset: IssueAsset, _ base: String) -> IssueAsset {
    var asset = asset
    if asset.url.hasPrefix(base) { asset.url = String(asset.url.dropFirst(base.count)) }
    return asset
  }

  private static func stamps(
    _ root: JSONValue?
  ) -> [String: (modified: Timestamp?, source: String?)] {
    var stamps: [String: (modified: Timestamp?, source: String?)] = [:]
    for issue in root?["issues"]?.list ?? [] {
      guard let id = issue["id"]?.text, stamps[id] == nil else { continue }
      stamps[id] = (
        (issue["modified"]?.text).flatMap(Timestamp.init(iso8601:)), issue["source"]?.text
      )
    }
    return stamps
  }
}

extension Timestamp {
  /// A date and time in the form of `iso8601`; nil if it is invalid.
  init?(iso8601 text: String) {
    guard let date = IssueDate(text) else { return nil }
    self.init(seconds: Int(date.seconds))
  }
}
