/// Something that a publication or its pages can do beyond `render`, declared in one file of this
/// folder with its protocol, its values and its requests.
public struct Capability: RawRepresentable, Sendable, CaseIterable {
  /// The only list of capabilities, in the order in which `recto info` shows them.
  public static let allCases: [Capability] = [
    .text, .search, .links, .outline, .attachments, .layers, .annotations, .media, .fonts, .images,
    .thumbnails, .locators, .pdf,
  ]

  /// The name in JSON and in manifests.
  public let rawValue: String
  /// The requests for a publication that lives elsewhere.
  package let requests: [RequestKind]
  /// True if a publication and its page conform to the protocol.
  package let isProvided: @Sendable (any Publication, any Page) -> Bool

  package init(
    _ name: String, _ requests: [RequestKind],
    isProvided: @escaping @Sendable (any Publication, any Page) -> Bool
  ) {
    rawValue = name
    self.requests = requests
    self.isProvided = isProvided
  }

  /// The capability of a name; nil if there is none.
  public init?(rawValue name: String) {
    guard let named = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = named
  }
}

extension Capability: Hashable {
  public static func == (one: Capability, other: Capability) -> Bool {
    one.rawValue == other.rawValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
