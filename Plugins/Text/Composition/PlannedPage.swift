import RectoPageModel
import RectoTypesetting

/// A page before its text: its items, from its master and of its own.
struct PlannedPage {
  let index: Int
  let size: Size
  let margins: Margins
  /// True if it is at the right of its spread.
  let isRightHand: Bool
  let content: PageContent
  /// The label that the plan gives it.
  let label: String?
  /// The value of the placeholder `{section}` from this page on.
  let section: String?
  /// The frames of threads on it, in the order in which they are filled.
  var frames: [ThreadFrame] = []

  struct ThreadFrame {
    var frame: Frame
    /// Among all frames of its thread.
    var number: Int
  }

  /// The area inside the margins.
  var area: Rect { margins.area(of: size, isRightHand: isRightHand) }

  init(
    _ plan: PagePlan, run: Int, index: Int, profile: Profile, direction: ReadingDirection,
    hasCoverAlone: Bool
  ) {
    let name = plan.masters.isEmpty ? nil : plan.masters[run % plan.masters.count]
    let master = name.flatMap { profile.masters[$0] }
    self.index = index
    size = plan.size ?? master?.size ?? profile.size
    margins = plan.margins ?? master?.margins ?? profile.margins
    // As `Spread.layout` puts them: a cover alone is on the side that is read second.
    let isSecond = (index + (hasCoverAlone ? 1 : 0)) % 2 == 1
    isRightHand = isSecond == (direction != .rightToLeft)
    content = (master?.content ?? PageContent()).adding(plan.content)
    label = plan.count == .times(1) ? plan.label : nil
    section = plan.section
  }
}

extension PagePlan {
  /// The threads that have frames on its pages.
  func threads(in profile: Profile) -> Set<String> {
    let contents = masters.compactMap { profile.masters[$0]?.content } + [content]
    return Set(contents.flatMap { $0.frames.map(\.thread) })
  }
}
