import RectoJSON

/// A page with links.
public protocol LinksPage: Page {
  /// The links of the page; none is not an error.
  func links() throws(PageError) -> [Link]
}

extension Capability {
  public static let links = Capability("links", [.links]) { _, page in page is any LinksPage.Type }
}

extension RequestKind {
  /// Targets may lead anywhere, so that all pages must be counted.
  public static let links = listOfPage(4, "links", "the links", goal: .whole) {
    page throws(PageError) in
    try (page as? any LinksPage)?.links()
  }
}

extension ChannelPage: LinksPage {
  public func links() throws(PageError) -> [Link] {
    let links: [Link] = try publication.list(.links, index: index, if: .links)
    let pageCount = try links.isEmpty ? publication.pageCount : publication.countForTargets()
    return links.map { link in
      Link(quads: link.quads, target: link.target.checked(pageCount: pageCount))
    }
  }
}

/// A link of a page: its active areas and its target.
public struct Link: Sendable, Hashable {
  /// The active areas in page points: one, or one per line if the link breaks across lines.
  public var quads: [Quad]
  public var target: LinkTarget

  public init(quads: [Quad], target: LinkTarget) {
    self.quads = quads
    self.target = target
  }
}

/// The target of a link or of an outline entry.
public enum LinkTarget: Sendable, Hashable {
  /// A page's index from 0, and the place on it where the target states one.
  case page(Int, Point?)
  /// The URL in the source, unchecked.
  case url(String)
  /// A page of another file.
  case file(String)
  /// A named action of the reader, such as `NextPage`.
  case action(String)
  /// A destination that the publication does not have.
  case broken(String)
}

/// `{"page":3,"point":[x,y]}`, `{"url":"…"}`, `{"file":"…"}`, `{"action":"…"}` or `{"broken":"…"}`.
extension LinkTarget: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .page(let index, let point):
        json.member("page", index)
        if let point {
          json.member("point", point)
        }
      case .url(let url): json.optional("url", url)
      case .file(let file): json.optional("file", file)
      case .action(let action): json.optional("action", action)
      case .broken(let name): json.optional("broken", name)
      }
    }
  }
}

/// `{"quads":[…],"target":{…}}`
extension Link: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("quads")
      json.array(quads) { $0.value($1) }
      json.member("target", target)
    }
  }
}

extension Link: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(quads: try json.decode("quads"), target: try json.decode("target"))
  }
}

extension LinkTarget: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    if let page: Int = try json.decodeIfPresent("page") {
      self = .page(page, try json.decodeIfPresent("point"))
    } else if let url: String = try json.decodeIfPresent("url") {
      self = .url(url)
    } else if let file: String = try json.decodeIfPresent("file") {
      self = .file(file)
    } else if let action: String = try json.decodeIfPresent("action") {
      self = .action(action)
    } else if let name: String = try json.decodeIfPresent("broken") {
      self = .broken(name)
    } else {
      throw JSONError("expected one of the members page, url, file, action and broken")
    }
  }

  /// The same target, or a broken one where it is a page that does not exist.
  package func checked(pageCount: Int) -> LinkTarget {
    guard case .page(let index, _) = self, !(0..<pageCount).contains(index) else { return self }
    return .broken("page \(index &+ 1)")
  }
}
