import RectoPageModel
import RectoPipeline

/// One kind of problem that preflight looks for. A rule reports what it observes; the profile
/// decides its severity.
protocol PreflightRule: Sendable {
  /// All that it can observe.
  var kinds: [PreflightRuleKind] { get }
  /// The parts of each page that it reads.
  var needs: Set<PageNeed> { get }

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation]
  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation]
}

extension PreflightRule {
  var needs: Set<PageNeed> { [] }
  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] { [] }
  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] { [] }
}

/// The name and the texts of a rule.
public struct PreflightRuleKind: Sendable, Hashable {
  /// The identifier, such as `font-not-embedded`.
  public let id: String
  /// The problem that it finds, in one sentence.
  public let summary: String
  /// The remedy, in one sentence.
  public let advice: String

  init(_ id: String, _ summary: String, advice: String) {
    self.id = id
    self.summary = summary
    self.advice = advice
  }
}

/// An observation of a rule, before the profile assigns a severity.
struct Observation: Sendable {
  var kind: PreflightRuleKind
  var page: Int?
  var box: Rect?
  /// One sentence without a full stop at its end.
  var message: String
  /// Advice that is better than the rule's own.
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

/// The parts of a page that a rule may need; reading less is faster.
enum PageNeed: Sendable, Hashable {
  case text, links, images, media
  /// The side of the spread that it lies on.
  case side
  /// The rendered page.
  case picture
  /// The contrast of its words with the background; with `text` and `picture`.
  case contrast
}
