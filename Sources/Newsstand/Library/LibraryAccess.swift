/// The access to a library.
public enum LibraryAccess: Sendable {
  /// By one program at a time.
  case readWrite
  /// Works also while another program changes it.
  case readOnly
}
