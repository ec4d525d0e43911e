import RectoPageModel
import RectoTypesetting

/// Makes of a layout's frame what the typesetter flows text into.
struct FrameBuilder {
  private let page: PlannedPage
  private let profile: Profile
  private let styles: StyleSheet
  private let typesetter: Typesetter
  private let direction: ReadingDirection

  init(
    _ page: PlannedPage, _ profile: Profile, _ styles: StyleSheet, _ typesetter: Typesetter,
    direction: ReadingDirection
  ) {
    self.page = page
    self.profile = profile
    self.styles = styles
    self.typesetter = typesetter
    self.direction = direction
  }

  func textFrame(_ frame: Frame, exclusions: [TextExclusion]) -> TextFrame {
    var result = textFrame(frame.placement, frame.style)
    result.columns = frame.columns
    result.columnGap = frame.columnGap
    result.columnsRunRightToLeft = direction == .rightToLeft
    result.balancesColumns = frame.balancesColumns
    result.overflows = frame.overflow == .visible
    result.exclusions = exclusions
    if let step = frame.baselineGrid ?? profile.baselineGrid {
      // The lines of larger text are as much further from one another.
      result.grid = TextFrame.Grid(first: gridStart(result), step: step * styles.fontScale)
    }
    return result
  }

  func textFrame(_ placement: Placement, _ style: FrameStyle) -> TextFrame {
    let box = placement.box(within: page.area)
    let padding = style.padding
    var result = TextFrame(
      Rect(
        x: box.x + padding.left, y: box.y + padding.top,
        width: max(0, box.width - padding.left - padding.right),
        height: max(0, box.height - padding.top - padding.bottom)))
    result.shape = placement.shape
    switch style.verticalAlign {
    case .top: result.blockAlignment = .top
    case .middle: result.blockAlignment = .middle
    case .bottom: result.blockAlignment = .bottom
    case .justify: result.blockAlignment = .justify
    }
    switch style.writingMode {
    case .horizontal: result.writingMode = .horizontal
    case .verticalRightToLeft: result.writingMode = .verticalRightToLeft
    case .verticalLeftToRight: result.writingMode = .verticalLeftToRight
    }
    return result
  }

  /// The grid is the page's: its first line is where the first line of plain text at the top
  /// margin has its baseline.
  private func gridStart(_ frame: TextFrame) -> Double {
    let style = styles.block("paragraph")
    let baseline = (try? typesetter.firstBaseline(of: style.paragraph, style.character)) ?? 0
    return frame.writingMode.isVertical ? 0 : page.area.minY + baseline
  }
}
