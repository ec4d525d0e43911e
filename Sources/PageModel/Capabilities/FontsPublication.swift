/// A publication that can list its fonts.
public protocol FontsPublication: Publication {
  func fonts() throws(PageError) -> [FontUse]
}

public struct FontUse: Sendable, Hashable {
  /// Without a subset prefix; empty for a nameless font such as many of Type 3.
  public var name: String
  /// `Type 1`, `TrueType`, `CID TrueType`, ….
  public var type: String
  public var encoding: String?
  public var isEmbedded: Bool
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
