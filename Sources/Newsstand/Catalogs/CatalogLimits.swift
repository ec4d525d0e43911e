/// The limits of a catalog, beyond any magazine's; longer catalogs come in parts.
public enum CatalogLimits {
  /// Bytes of one answer.
  public static let bytes = 16 << 20
  /// Bytes of all answers of a catalog that goes on.
  public static let totalBytes = 64 << 20
  public static let issues = 100_000
  /// Answers that belong together: pages, and feeds that a catalog leads to.
  public static let pages = 200
  /// Feeds that a catalog leads to.
  public static let feeds = 20
  /// Problems that are told one by one.
  public static let problems = 100
  /// Bytes of a URL.
  public static let urlBytes = 8 << 10

  /// Characters of a line, such as a title.
  static let line = 500
  /// Characters of a description.
  static let summary = 4_000
  /// Elements of a list, such as authors or a table of contents.
  static let list = 1_000
  /// Files of an issue.
  static let assets = 10_000
}
