import RectoJSON

/// A publication with parts that can be shown and hidden (ISO 32000-2, 8.11).
public protocol LayersPublication: Publication {
  /// The top layers; none is not an error.
  func layers() throws(PageError) -> [Layer]
}

extension Capability {
  public static let layers = Capability("layers", [.layers]) { publication, _ in
    publication is any LayersPublication.Type
  }
}

extension RequestKind {
  public static let layers = listOfPublication(13, "layers", "the layers") {
    publication throws(PageError) in
    try (publication as? any LayersPublication)?.layers()
  }
}

extension ChannelPublication: LayersPublication {
  public func layers() throws(PageError) -> [Layer] { try list(.layers, if: .layers) }
}

/// A layer: a part of the pages that can be shown and hidden.
public struct Layer: Sendable, Hashable {
  /// The key for `RenderRequest.layers`: the titles from the top down, joined by `/`.
  public var id: String
  public var title: String
  /// True if it is shown unless a request says otherwise.
  public var isVisible: Bool
  public var children: [Layer]

  public init(id: String, title: String, isVisible: Bool, children: [Layer] = []) {
    self.id = id
    self.title = title
    self.isVisible = isVisible
    self.children = children
  }
}

/// `{"id","title","visible","children"}`
extension Layer: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("title", title)
      json.member("visible", isVisible)
      json.key("children")
      json.array(children) { $0.value($1) }
    }
  }
}

extension Layer: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      id: try json.decode("id"), title: try json.decode("title"),
      isVisible: try json.decode("visible"), children: try json.decodeIfPresent("children") ?? [])
  }
}
