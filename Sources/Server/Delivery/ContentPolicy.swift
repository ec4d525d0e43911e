/// The content security policies of answers (Content Security Policy 3).
enum ContentPolicy {
  /// Nothing is allowed, and no page may frame it: the default.
  static let nothing = "default-src 'none'; frame-ancestors 'none'"
  /// For files of publications: whatever is in them, they are not pages of this site.
  static let foreign = "default-src 'none'; sandbox; frame-ancestors 'self'"
  /// For the login page.
  static let login =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    + "frame-ancestors 'none'"
  /// For the reader: only this server's own scripts run. Frames show sites that an issue links to;
  /// media come from addresses that it names.
  static let reader =
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' https: http:; "
    + "frame-src https: http:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    + "frame-ancestors 'self'"
}
