import RectoPageModel
import RectoTypesetting

extension LayoutPage: TextPage {
  /// The threads' text in the order of their frames, then the page's own, such as folios, which is
  /// page furniture.
  func text() throws(PageError) -> PageText {
    var flowed: [LaidOutFrame] = []
    var own: [LaidOutFrame] = []
    for element in try elements() {
      guard case .text(let set, _, _, let thread) = element.content else { continue }
      if thread == nil { own.append(set) } else { flowed.append(set) }
    }
    var text = PageText(flowed)
    text.blocks += PageText(own).blocks.map { block in
      var block = block
      block.role = .artifact
      return block
    }
    return text
  }
}
