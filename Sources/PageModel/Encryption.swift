/// The encryption of a source and the permissions of its owner, as the file states them. Recto
/// shows every source that it can open, and leaves it to the user to respect the permissions.
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
    /// For screen readers and similar programs.
    case extractForAccessibility = "extract-for-accessibility"
    case assemble
  }
}
