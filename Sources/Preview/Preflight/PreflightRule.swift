import PageModel
import Pipeline

/// One kind of thing that preflight looks for. A rule sees what is there and says what it observes;
/// how much that matters is the profile's.
protocol PreflightRule: Sendable {
  /// All that it can observe.
  var kinds: [PreflightRuleKind] { get }
  /// What has to be read of each page for it.
  var needs: Set<PageNeed> { get }

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation]
  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation]
}

extension PreflightRule {
  var needs: Set<PageNeed> { [] }
  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] { [] }
  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] { [] }
}

/// What a rule is called, and what it says.
public struct PreflightRuleKind: Sendable, Hashable {
  /// Such as `font-not-embedded`.
  public let id: String
  /// What it finds, in one sentence.
  public let summary: String
  /// What to do about it, in one sentence.
  public let advice: String

  init(_ id: String, _ summary: String, advice: String) {
    self.id = id
    self.summary = summary
    self.advice = advice
  }
}

/// What a rule has seen, before anybody says how much it matters.
struct Observation: Sendable {
  var kind: PreflightRuleKind
  var page: Int?
  var box: Rect?
  /// One sentence without a full stop at its end.
  var message: String
  /// Where there is better advice than the rule's own.
  var advice: String?

  init(
    _ kind: PreflightRuleKind, page: Int? = nil, box: Rect? = nil, _ message: String,
    advice: String? = nil
  ) {
    self.kind = kind
    self.page = page
    self.box = box
    self.message = message
    self.advice = advice
  }
}

/// What can be asked of a page; reading less is faster.
enum PageNeed: Sendable, Hashable {
  case text, links, images, media
  /// Which side of a spread it lies on.
  case side
  /// How it looks.
  case picture
  /// How its words stand out from what is behind them; with `text` and `picture`.
  case contrast
}
