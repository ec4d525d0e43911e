import RectoPageModel
import RectoTypesetting

/// One page of a layout. Its text is laid out when it is asked for.
final class LayoutPage: Page {
  let plan: PlannedPage
  let publication: TextPublication

  init(_ plan: PlannedPage, of publication: TextPublication) {
    self.plan = plan
    self.publication = publication
  }

  var index: Int { plan.index }
  let rotation = Rotation.none
  var label: String { plan.label ?? "\(index + 1)" }

  var boxes: PageBoxes {
    var boxes = PageBoxes(plan.size)
    let bleed = publication.composition.profile.bleed
    let paper = Rect(
      x: -bleed, y: -bleed, width: plan.size.width + 2 * bleed,
      height: plan.size.height + 2 * bleed)
    boxes.bleed = paper
    boxes.media = paper
    return boxes
  }

  /// All that stands on the page, from the back to the front.
  func elements() throws(PageError) -> [PageElement] { try publication.elements(of: plan) }
}
