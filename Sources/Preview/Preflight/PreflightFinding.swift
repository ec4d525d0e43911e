import RectoPageModel

/// A problem that a publisher should know before an issue goes out.
public struct PreflightFinding: Sendable, Hashable {
  /// The severity of a finding, from least to most.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The rule's name, such as `font-not-embedded`.
  public var rule: String
  public var severity: Severity
  /// The page's index; nil for the whole publication.
  public var page: Int?
  /// The area in page points; nil for the whole page.
  public var box: Rect?
  /// The problem, in one sentence.
  public var message: String
  /// The remedy, in one sentence.
  public var advice: String

  public init(
    rule: String, severity: Severity, page: Int? = nil, box: Rect? = nil, message: String,
    advice: String
  ) {
    self.rule = rule
    self.severity = severity
    self.page = page
    self.box = box
    self.message = message
    self.advice = advice
  }
}
