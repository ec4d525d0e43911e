import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The news of an issue, for readers' browsers and for other servers. The members of old newsstands
/// stand in it, so that programs which know these alone look at the catalog.
public struct PushNotice: Sendable, Hashable {
  /// A sentence's worth.
  private static let longestText = 200

  /// The name of the magazine.
  public var title: String
  /// The name of the new issue, or the number of them.
  public var body: String
  /// The ids of the new issues.
  public var issues: [String]

  /// The news of issues that are out. Long texts are shortened.
  public init(publication: String?, issues: [Issue]) {
    let first = issues.first?.title ?? ""
    title = DisplayText(publication ?? first, maximumCount: Self.longestText).text
    let body = issues.count > 1 ? "\(first), and \(issues.count - 1) more" : first
    self.body = DisplayText(body, maximumCount: Self.longestText).text
    // A message has room for some.
    self.issues = issues.prefix(8).map(\.id.text).filter { $0.utf8.count <= 200 }
  }

  /// `{"aps":{"content-available":1},"title","body","issues":[…]}`
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("aps")
      json.object { $0.member("content-available", 1) }
      json.member("title", title)
      json.member("body", body)
      json.key("issues")
      json.array(issues) { $0.value($1) }
    }
    return json.bytes
  }
}
