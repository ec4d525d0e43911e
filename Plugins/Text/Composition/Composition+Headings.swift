import RectoPageModel
import RectoTypesetting

extension Composition {
  /// A heading where it stands.
  struct PlacedHeading {
    var level: Int
    var text: String
    var anchor: String
    var page: Int
    var point: Point
  }

  /// The headings of all threads that stand on the pages up to one, in the order of the pages and,
  /// on one page, of its frames.
  func headings(upTo last: Int) -> [PlacedHeading] {
    pages.prefix(last + 1).flatMap(headings)
  }

  /// The last heading of the first two levels up to a page.
  func section(at index: Int) -> String? {
    var page = index
    var section: String?
    while page >= 0 {
      if let known = sections[page] {
        section = known
        break
      }
      section = headings(on: pages[page]).last { $0.level <= 2 }?.text
      if section != nil { break }
      page -= 1
    }
    for passed in max(page, 0)...index { sections[passed] = section }
    return section
  }

  private func headings(on page: PlannedPage) -> [PlacedHeading] {
    page.frames.flatMap { headings(in: $0, on: page.index) }
  }

  private func headings(
    in entry: PlannedPage.ThreadFrame, on page: Int
  ) -> [PlacedHeading] {
    let thread = entry.frame.thread
    guard let set = try? flow(thread).content(ofFrame: entry.number) else { return [] }
    let byItem = headings(of: thread)
    return set.lines.compactMap { line in
      guard line.startsParagraph, line.kind == .text, let heading = byItem[line.paragraph.item]
      else { return nil }
      return PlacedHeading(
        level: heading.level, text: heading.text, anchor: heading.anchor, page: page,
        point: line.top)
    }
  }

  /// The headings of a thread by their items.
  private func headings(of thread: String) -> [Int: ReadStory.Heading] {
    if let known = headingItems[thread] { return known }
    var byItem: [Int: ReadStory.Heading] = [:]
    for part in stories(of: thread) {
      for heading in part.story.headings { byItem[part.firstItem + heading.item] = heading }
    }
    headingItems[thread] = byItem
    return byItem
  }

  /// The page and the point that a link to a name leads to; nil for an unknown name. Lays out
  /// everything.
  func target(of anchor: String) -> (page: Int, point: Point)? {
    guard (try? finish()) != nil else { return nil }
    for page in pages {
      for entry in page.frames {
        guard let set = try? flow(entry.frame.thread).content(ofFrame: entry.number),
          let line = set.lines.first(where: { $0.isNamed(anchor) })
        else { continue }
        return (page.index, line.top)
      }
    }
    return nil
  }
}

extension LaidOutFrame.PlacedLine {
  /// True if a link to the name leads to it: to the beginning of its paragraph, or to a place in
  /// its text.
  fileprivate func isNamed(_ name: String) -> Bool {
    if startsParagraph, paragraph.anchor == name { return true }
    guard kind == .text || kind == .tableCell else { return false }
    return paragraph.text.places.contains { place in
      let end = paragraph.text.units.count
      return place.name == name
        && (line.range.contains(place.position)
          || place.position >= end && line.range.upperBound >= end)
    }
  }

  /// Its beginning, as high as its letters.
  fileprivate var top: Point {
    isVertical
      ? origin : Point(x: origin.x, y: origin.y - line.ascent.points)
  }
}
