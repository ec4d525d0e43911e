import RectoPageModel
import RectoTypesetting

extension TextPublication: OutlinedPublication {
  /// The headings of all stories, each below the last one of a higher rank.
  func outline() throws(PageError) -> [OutlineItem] {
    try composition.finish()
    var headings = composition.headings(upTo: composition.pages.count - 1)[...]
    return Self.items(&headings, above: 0)
  }

  private static func items(
    _ headings: inout ArraySlice<Composition.PlacedHeading>, above level: Int
  ) -> [OutlineItem] {
    var items: [OutlineItem] = []
    while let heading = headings.first, heading.level > level {
      headings.removeFirst()
      items.append(
        OutlineItem(
          title: heading.text, target: .page(heading.page, heading.point),
          children: Self.items(&headings, above: heading.level)))
    }
    return items
  }
}

extension TextPublication: FontsPublication {
  /// The fonts of all text, in the order in which they come up. Lays out everything.
  func fonts() throws(PageError) -> [FontUse] {
    try composition.finish()
    var names: [String] = []
    for page in composition.pages {
      for entry in page.frames {
        guard let set = try composition.flow(entry.frame.thread).content(ofFrame: entry.number)
        else { continue }
        for line in set.lines {
          for run in line.line.runs where !names.contains(run.font.name) {
            names.append(run.font.name)
          }
        }
      }
    }
    return names.map {
      FontUse(
        name: $0, type: "OpenType", encoding: nil, isEmbedded: false, isSubset: false,
        substitute: nil)
    }
  }
}
