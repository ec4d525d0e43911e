import RectoJSON

/// A publication with a table of contents.
public protocol OutlinedPublication: Publication {
  /// The top entries; none is not an error.
  func outline() throws(PageError) -> [OutlineItem]
}

extension Capability {
  public static let outline = Capability("outline", [.outline]) { publication, _ in
    publication is any OutlinedPublication.Type
  }
}

extension RequestKind {
  /// Targets may lead anywhere, so that all pages must be counted.
  public static let outline = listOfPublication(10, "outline", "the outline", goal: .whole) {
    publication throws(PageError) in
    try (publication as? any OutlinedPublication)?.outline()
  }
}

extension ChannelPublication: OutlinedPublication {
  public func outline() throws(PageError) -> [OutlineItem] {
    let items: [OutlineItem] = try list(.outline, if: .outline)
    let pageCount = try items.isEmpty ? pageCount : countForTargets()
    return items.map { $0.checked(pageCount: pageCount) }
  }
}

/// An entry of a table of contents.
public struct OutlineItem: Sendable, Hashable {
  public var title: String
  /// Nil for an entry that only groups others.
  public var target: LinkTarget?
  public var children: [OutlineItem]

  public init(title: String, target: LinkTarget?, children: [OutlineItem] = []) {
    self.title = title
    self.target = target
    self.children = children
  }
}

/// `{"title","page","point","children":[]}`; another target than a page stands in its own member.
extension OutlineItem: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      if let target {
        if case .page = target {
          json.members(of: target)
        } else {
          json.member("target", target)
        }
      }
      json.key("children")
      json.array(children) { $0.value($1) }
    }
  }
}

extension OutlineItem: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let isPage = try json.member("page") != nil
    self.init(
      title: try json.decode("title"),
      target: isPage ? try LinkTarget(json: json) : try json.decodeIfPresent("target"),
      children: try json.decodeIfPresent("children") ?? [])
  }

  /// The same entry and those below it, each with `LinkTarget.checked`.
  package func checked(pageCount: Int) -> OutlineItem {
    OutlineItem(
      title: title, target: target?.checked(pageCount: pageCount),
      children: children.map { $0.checked(pageCount: pageCount) })
  }
}
