/// How soon a request is wanted, and what it stands for.
public struct Urgency: Sendable, Hashable {
  /// The most urgent first.
  public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Somebody looks at where it will be.
    case visible
    /// Beside what is looked at, and likely to be wanted next.
    case neighbor
    /// One of many small images.
    case thumbnail
    /// Nobody waits for this one by itself.
    case export

    /// Whether `a` comes first.
    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// Of requests that wait, the most urgent is next, and of equally urgent ones the oldest.
  public var priority: Priority
  /// Seconds that each thing which a worker is asked for it may take, such as opening the source or
  /// drawing the page; nil for the limit of the workers. Nothing in this process.
  public var seconds: Double?
  /// Seconds for which it may wait for its turn; nil for as long as it takes.
  public var patience: Double?
  /// What shows the result. A newer request for the same view takes the place of an older one,
  /// which throws `cancelled`.
  public var view: String?

  /// A priority, and no times or view of its own.
  public init(
    _ priority: Priority, seconds: Double? = nil, patience: Double? = nil, view: String? = nil
  ) {
    self.priority = priority
    self.seconds = seconds
    self.patience = patience
    self.view = view
  }

  /// For what somebody looks at.
  public static let visible = Urgency(.visible)
  /// For what is beside it.
  public static let neighbor = Urgency(.neighbor)
  /// For small images.
  public static let thumbnail = Urgency(.thumbnail)
  /// For what is made to be kept.
  public static let export = Urgency(.export)
}
