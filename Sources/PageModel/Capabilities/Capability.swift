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
  /// True if the types of a publication and of its pages conform to the protocol.
  package let isProvided: @Sendable (any Publication.Type, any Page.Type) -> Bool

  package init(
    _ name: String, _ requests: [RequestKind],
    isProvided: @escaping @Sendable (any Publication.Type, any Page.Type) -> Bool
  ) {
    rawValue = name
    self.requests = requests
    self.isProvided = isProvided
  }

  /// The capabilities to whose protocols the types of a publication and of its pages conform, for
  /// `BackendInfo.capabilities`.
  public static func provided(
    by publication: any Publication.Type, _ page: any Page.Type
  ) -> [Capability] {
    allCases.filter { $0.isProvided(publication, page) }
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
