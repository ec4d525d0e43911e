import RectoPageModel

/// Tells names of authors from headings.
extension ArticlePage {
  /// The maximum number of names below one another.
  private static let mostNames = 20

  /// The indices of names of authors below a title that look like headings: after "by", or without body text
  /// below them, such as authors with addresses, where the title is bolder or one of the largest.
  func bylines(_ passages: [Passage], _ kinds: PassageKinds) -> Set<Int> {
    var result: Set<Int> = []
    var title: Passage?
    for (index, passage) in passages.enumerated() {
      guard case .heading(let level) = kinds.kind(of: passage) else {
        if passage.isRunningText { title = nil }
        continue
      }
      let isBehindBy = index > 0 && passages[index - 1].announcesAuthor
      let isAddressed =
        level > 1 && passage.isAuthorOrDate && isAddressed(index, in: passages, kinds)
      if let title, title.size > passage.size, passage.role == .paragraph,
        passage.namesAuthor || isBehindBy && title.isBold
          || isAddressed && (kinds.isLargest(title) || title.isBold && !passage.isBold)
      {
        result.insert(index)
      } else {
        title = passage
      }
    }
    return result
  }

  /// True if a name, or the last of several, has something else than text of the page below it: an
  /// address, or the title of the first section.
  private func isAddressed(_ name: Int, in passages: [Passage], _ kinds: PassageKinds) -> Bool {
    var last = name
    while last - name < Self.mostNames, last + 1 < passages.count,
      passages[last + 1].box.minY >= passages[last].box.minY
    {
      last += 1
      guard case .heading(let level) = kinds.kind(of: passages[last]) else {
        // A note in the margin is not below it.
        guard passages[last].box.minX < passages[name].box.maxX,
          passages[last].box.maxX > passages[name].box.minX
        else { continue }
        // A name above an author is a title.
        return !passages[last].isBodyText && !passages[last].namesAuthor
      }
      guard level > 1, passages[last].isAuthorOrDate else { return true }
    }
    return false
  }
}
