/// How soon a request is wanted, and what it stands for.
public struct Urgency: Sendable, Hashable {
  /// The most urgent first.
  public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Somebody looks at where it will be.
    case visible
    /// Beside what is looked at, and likely to be wanted next.
    case neighbor
    case thumbnail
    /// Nobody waits for this one by itself.
    case export

    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  public var priority: Priority
  /// Seconds in which its work must be done once it has begun; nil for the limit of the workers.
  public var seconds: Double?
  /// Seconds for which it may wait for its turn; nil for as long as it takes.
  public var patience: Double?
  /// What shows the result. A newer request for the same view takes the place of an older one,
  /// which throws `cancelled`.
  public var view: String?

  public init(
    _ priority: Priority, seconds: Double? = nil, patience: Double? = nil, view: String? = nil
  ) {
    self.priority = priority
    self.seconds = seconds
    self.patience = patience
    self.view = view
  }

  public static let visible = Urgency(.visible)
  public static let neighbor = Urgency(.neighbor)
  public static let thumbnail = Urgency(.thumbnail)
  public static let export = Urgency(.export)
}
