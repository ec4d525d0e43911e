/// The lists that the last block belongs to, the outer ones first.
struct MarkdownLists {
  private struct Level {
    var list = MarkdownList()
    /// The column at which the text of the last item begins.
    var textIndent = 0
  }

  private var levels: [Level] = []
  /// True if the last block is an item, and not a further paragraph of one.
  private var isAtItem = false
  /// The column of the last item.
  private(set) var indentOfItem = 0
  /// True if no empty line stands before the last item.
  private(set) var isTight = false

  /// The column of further paragraphs of the last item; 0 outside of lists.
  var indent: Int { levels.last?.textIndent ?? 0 }

  /// The number that an item has in Markdown; nil for a bullet. An item that is deeper than the
  /// list before it can hold is an item of that.
  mutating func next(_ item: MarkdownItem, atDepth depth: Int) -> String? {
    let isInner = depth >= levels.count
    if isInner { levels.append(Level()) } else { levels.removeLast(levels.count - 1 - depth) }
    let last = levels.count - 1
    let number = levels[last].list.next(item)
    indentOfItem = last > 0 ? levels[last - 1].textIndent : 0
    levels[last].textIndent = indentOfItem + (number?.utf8.count ?? 1) + 1
    // No number but 1 begins a list right below a line of text (CommonMark 0.31, 5.3).
    let beginsTight = last > 0 && isAtItem && (number.map { ["1.", "1)"].contains($0) } ?? true)
    isTight = isInner ? beginsTight : levels[last].list.goesOn
    isAtItem = true
    return number
  }

  /// Continues the item at that depth with a further paragraph. False if there is no such item.
  mutating func goOn(atDepth depth: Int) -> Bool {
    guard depth < levels.count else { return false }
    levels.removeLast(levels.count - 1 - depth)
    isAtItem = false
    return true
  }
}
