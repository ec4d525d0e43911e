/// The options of a request: its priority, the times that it may take, and the view that it is for.
public struct RequestOptions: Sendable, Hashable {
  /// The most urgent first.
  public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The user is waiting for it.
    case visible
    /// Beside the visible page, and likely to be wanted next.
    case neighbor
    /// One of many small images.
    case thumbnail
    /// Part of a batch, whose items are not awaited one by one.
    case export

    /// True if `a` comes first.
    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// The priority among waiting requests: the most urgent is next, and the oldest of several.
  public var priority: Priority
  /// Seconds that each thing which a worker is asked for it may take, such as opening the source or
  /// drawing the page; nil for the limit of the workers. Nothing in this process.
  public var seconds: Double?
  /// Seconds for which it may wait for its turn; nil for as long as it takes.
  public var queueTimeout: Double?
  /// The view that shows the result. A newer request for the same view replaces an older one, which
  /// throws `cancelled`.
  public var view: String?

  /// A priority, and no times or view of its own.
  public init(
    _ priority: Priority, seconds: Double? = nil, queueTimeout: Double? = nil, view: String? = nil
  ) {
    self.priority = priority
    self.seconds = seconds
    self.queueTimeout = queueTimeout
    self.view = view
  }

  /// For a page that the user looks at.
  public static let visible = RequestOptions(.visible)
  /// For the pages beside it.
  public static let neighbor = RequestOptions(.neighbor)
  /// For small images.
  public static let thumbnail = RequestOptions(.thumbnail)
  /// For files.
  public static let export = RequestOptions(.export)
}
