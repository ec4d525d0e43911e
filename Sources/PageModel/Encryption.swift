/// How a source is encrypted, and what its owner lets be done with it, as the file states it. Recto
/// shows a source that it can open, and leaves it to its user to heed the rest.
public struct Encryption: Sendable, Hashable {
  /// The cipher with the length of its key, such as `AES-256`.
  public var method: String
  /// The permitted operations, in the order of the cases.
  public var permissions: [Permission]

  public init(method: String, permissions: [Permission]) {
    self.method = method
    self.permissions = permissions
  }

  /// The permissions of ISO 32000-2, table 22.
  public enum Permission: String, Sendable, Hashable, CaseIterable {
    case print
    case printInHighResolution = "print-high-resolution"
    case modify
    case copy
    case annotate
    case fillForms = "fill-forms"
    /// For readers of people who cannot see.
    case extractForAccessibility = "extract-for-accessibility"
    case assemble
  }
}
