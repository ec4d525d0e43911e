import RectoJSON

/// A publication that can list its fonts.
public protocol FontsPublication: Publication {
  /// The fonts of the publication, each once.
  func fonts() throws(PageError) -> [FontUse]
}

extension Capability {
  public static let fonts = Capability("fonts", [.fonts]) { publication, _ in
    publication is any FontsPublication.Type
  }
}

extension RequestKind {
  public static let fonts = listOfPublication(14, "fonts", "the fonts") {
    publication throws(PageError) in
    try (publication as? any FontsPublication)?.fonts()
  }
}

extension ChannelPublication: FontsPublication {
  public func fonts() throws(PageError) -> [FontUse] { try list(.fonts, if: .fonts) }
}

/// A font of a publication, with the way in which the publication uses it.
public struct FontUse: Sendable, Hashable {
  /// The name without a subset prefix; empty for a nameless font, such as many Type 3 fonts.
  public var name: String
  /// `Type 1`, `TrueType`, `CID TrueType`, ….
  public var type: String
  /// The encoding, such as `Identity-H`; nil if unknown.
  public var encoding: String?
  /// True if the source contains the font.
  public var isEmbedded: Bool
  /// True if the embedded font has only the glyphs that the publication needs.
  public var isSubset: Bool
  /// The font drawn in its place if it is not embedded.
  public var substitute: String?

  public init(
    name: String, type: String, encoding: String?, isEmbedded: Bool, isSubset: Bool,
    substitute: String?
  ) {
    self.name = name
    self.type = type
    self.encoding = encoding
    self.isEmbedded = isEmbedded
    self.isSubset = isSubset
    self.substitute = substitute
  }
}

/// `{"name","type","encoding","embedded","subset","substitute"}`
extension FontUse: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.optional("encoding", encoding)
      json.member("embedded", isEmbedded)
      json.member("subset", isSubset)
      json.optional("substitute", substitute)
    }
  }
}

extension FontUse: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      name: try json.decode("name"), type: try json.decode("type"),
      encoding: try json.decodeIfPresent("encoding"), isEmbedded: try json.decode("embedded"),
      isSubset: try json.decode("subset"), substitute: try json.decodeIfPresent("substitute"))
  }
}
