import RectoPageModel
import RectoTypesetting

extension LayoutPage: TextPage {
  /// The threads' text in the order of their frames, then the page's own, such as folios, which is
  /// page furniture.
  func text() throws(PageError) -> PageText {
    var text = PageText([])
    var own: [LaidOutFrame] = []
    for element in try elements() {
      guard case .text(let set, _, _, let thread) = element.content else { continue }
      if let thread {
        text.blocks += PageText([set]).blocks.map { block in
          var block = block
          block.thread = thread
          return block
        }
      } else {
        own.append(set)
      }
    }
    text.blocks += PageText(own).blocks.map { block in
      var block = block
      block.role = .artifact
      return block
    }
    return text
  }
}
