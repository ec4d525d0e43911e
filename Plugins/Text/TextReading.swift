import RectoPageModel
import RectoTypesetting

extension LayoutPage: TextPage {
  /// The threads' text in the order of their frames, then the page's own, such as folios, which is
  /// page furniture.
  func text() throws(PageError) -> PageText {
    var text = PageText([])
    for entry in plan.frames {
      let thread = entry.frame.thread
      let set = try publication.composition.flow(thread).content(ofFrame: entry.number)
      text.blocks += PageText(set.map { [$0] } ?? []).blocks.map { block in
        var block = block
        block.thread = thread
        return block
      }
    }
    let own = try elements().compactMap { element in
      if case .text(let set, _, _, nil) = element.content { set } else { nil }
    }
    text.blocks += PageText(own).blocks.map { block in
      var block = block
      block.role = .artifact
      return block
    }
    return text
  }
}
