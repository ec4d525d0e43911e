/// The rights of an answer that a browser shows as a page (Content Security Policy 3).
enum ContentPolicy {
  /// Nothing, and no page may frame it: for all answers that say nothing else.
  static let nothing = "default-src 'none'; frame-ancestors 'none'"
  /// For files of publications: whatever is in them, they are not pages of this site.
  static let foreign = "default-src 'none'; sandbox; frame-ancestors 'self'"
  /// The form in which a person gives the token.
  static let login =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    + "frame-ancestors 'none'"
  /// The reader: nothing but this server's own scripts runs. Frames are for sites that links of an
  /// issue lead to, media for those that it names.
  static let reader =
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' https: http:; "
    + "frame-src https: http:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    + "frame-ancestors 'self'"
}
