/// The options of a request: its priority, the times that it may take, and the view that it is for.
public struct RequestOptions: Sendable, Hashable {
  /// The priority of a request, the most urgent first.
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

  /// The priority among waiting requests: the most urgent is next, and the oldest of equally
  /// urgent ones.
  public var priority: Priority
  /// The time limit in seconds for each job of a worker, such as opening the source or drawing
  /// the page; nil for the limit of the workers. Ignored if sources are opened in this process.
  public var seconds: Double?
  /// The time in seconds for which the request may wait for its turn; nil for no limit.
  public var queueTimeout: Double?
  /// The view that shows the result. A newer request for the same view replaces an older one, which
  /// throws `cancelled`.
  public var view: String?

  /// Options of a priority, without time limits and a view by default.
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
