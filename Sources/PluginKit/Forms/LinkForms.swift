import RectoPageModel

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
      throw JSONError("one of the members page, url, file, action and broken is wanted")
    }
  }

  /// The same target, or a broken one where it is a page that does not exist.
  func checked(pageCount: Int) -> LinkTarget {
    guard case .page(let index, _) = self, !(0..<pageCount).contains(index) else { return self }
    return .broken("page \(index &+ 1)")
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
  func checked(pageCount: Int) -> OutlineItem {
    OutlineItem(
      title: title, target: target?.checked(pageCount: pageCount),
      children: children.map { $0.checked(pageCount: pageCount) })
  }
}
