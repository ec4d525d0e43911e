import RectoPageModel

/// Tells the items of lists from other paragraphs, where the source does not tag them: by bullets, and by
/// numbers and letters that follow one another.
struct ListItems {
  /// The maximum number of passages between two items of a list, such as the items of a list
  /// within the first.
  private static let mostBetween = 12
  /// The largest difference between equal edges, in em.
  private static let tolerance = 0.4

  /// The passages, with the items among them marked.
  static func marked(_ passages: [Passage], _ kinds: PassageKinds) -> [Passage] {
    var result = passages
    let candidates = passages.indices.filter { index in
      let passage = passages[index]
      guard passage.marker != nil, passage.role == .paragraph, !passage.isSlanted else {
        return false
      }
      return passage.marker?.isSureBullet == true || kinds.kind(of: passage) == .paragraph
    }
    for (number, index) in candidates.enumerated() {
      if passages[index].marker?.isSureBullet == true {
        result[index].isItem = true
        continue
      }
      guard !kinds.isAside(passages[index]) else { continue }
      let next = candidates[(number + 1)...].prefix { $0 - index <= mostBetween }
        .first { follows(passages[$0], passages[index]) }
      guard let next, !passages[index...next].contains(where: { isHeading($0, kinds) }) else {
        continue
      }
      result[index].isItem = true
      result[next].isItem = true
    }
    return result
  }

  private static func isHeading(_ passage: Passage, _ kinds: PassageKinds) -> Bool {
    if case .heading = kinds.kind(of: passage) { true } else { false }
  }

  private static func follows(_ next: Passage, _ passage: Passage) -> Bool {
    guard let marker = passage.marker, let other = next.marker, marker.isBefore(other),
      !marker.isBullet || passage.hangs && next.hangs
    else { return false }
    let isElsewhere = next.page != passage.page || next.box.minY < passage.box.minY
    let tolerance = tolerance * passage.size
    return isElsewhere || abs(next.start - passage.start) <= tolerance
      || abs(next.textStart - passage.textStart) <= tolerance
  }
}
