import RectoPageModel

/// Words lie in their line, lines in their block, and glyphs in their word.
struct TextTreeCheck: PageCheck {
  let name = "text-tree"

  /// The distance in points by which a box may exceed the one around it, for rounding.
  private static let margin = 0.5

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    var complaints: [String] = []
    for block in text.blocks {
      if block.lines.isEmpty { complaints.append("a block has no lines") }
      for line in block.lines {
        if line.words.isEmpty { complaints.append("a line has no words") }
        if !block.box.contains(line.box, margin: Self.margin) {
          complaints.append("the line \"\(line.plain)\" leaves the box of its block")
        }
        for word in line.words {
          complaints += self.problems(of: word)
          if !line.box.contains(word.box, margin: Self.margin) {
            complaints.append("the word \"\(word.text)\" leaves the box of its line")
          }
        }
      }
    }
    return complaints
  }

  private func problems(of word: TextWord) -> [String] {
    var complaints: [String] = []
    let name = "the word \"\(word.text)\""
    if word.text.isEmpty { complaints.append("a word is empty") }
    if word.text.contains(where: \.isWhitespace) { complaints.append("\(name) has a space in it") }
    if !word.box.isSane { complaints.append("the box of \(name) is not a rectangle") }
    if !word.size.isFinite || word.size < 0 { complaints.append("\(name) has no size") }
    if word.glyphs.count != word.text.count {
      complaints.append(
        "\(name) has \(word.glyphs.count) glyph boxes for \(word.text.count) characters")
    }
    // Swashes, and marks set beside their letter, reach out of the word.
    let margin = 1 + 0.25 * word.size
    if !word.glyphs.allSatisfy({ $0.isSane && word.box.contains($0, margin: margin) }) {
      complaints.append("a glyph of \(name) lies outside of it")
    }
    return complaints
  }
}

/// Checks that something visible is in the box of each word.
struct WordInkCheck: PageCheck {
  let name = "word-ink"

  /// The part of a page's words that may be invisible: white on white, or under a picture.
  private static let invisibleShare = 0.05

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text(), !text.blocks.isEmpty else { return [] }
    let request = RenderRequest(scale: .pixelsPerPoint(page.moderate(2)))
    let (picture, grid) = try page.picture(request)
    // Boxes written in thousandths lose this much at an edge.
    let sheet = Rect(page.size).insetBy(-0.01)
    let visible = text.blocks.flatMap(\.lines).flatMap(\.words).filter { word in
      // Words off the page are invisible, and ones smaller than two pixels may vanish.
      Quad(word.box).corners.allSatisfy(sheet.contains)
        && min(word.box.width, word.box.height) * grid.scale >= 2
    }
    let missing = visible.filter { word in
      !picture.hasContrast(in: grid.transform.apply(word.box.insetBy(-1)))
    }
    guard Double(missing.count) > Self.invisibleShare * Double(visible.count) else { return [] }
    let examples = missing.prefix(5).map { "\"\($0.text)\"" }.joined(separator: ", ")
    return ["\(missing.count) of \(visible.count) words have no ink in their box: \(examples)"]
  }
}

extension Picture {
  /// True if two pixels in `area` differ clearly in a channel.
  fileprivate func hasContrast(in area: Rect) -> Bool {
    let columns = max(0, Int(area.minX))..<max(0, min(width, Int(area.maxX.rounded(.up))))
    let rows = max(0, Int(area.minY))..<max(0, min(height, Int(area.maxY.rounded(.up))))
    guard let x = columns.first, let y = rows.first else { return false }
    let background = self[x, y]
    return rows.contains { y in columns.contains { x in isClearlyOther(self[x, y], background) } }
  }
}

/// On a page that holds only text, all ink lies in the boxes of words.
struct StrayInkCheck: PageCheck {
  let name = "stray-ink"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    let (picture, grid) = try page.picture(
      RenderRequest(scale: .pixelsPerPoint(page.moderate(2))))
    let boxes = text.blocks.flatMap(\.lines).flatMap(\.words).map { word in
      // Fonts draw accents, swashes and heavy strokes a little outside of their own ascent.
      grid.transform.apply(word.box.insetBy(-0.2 * max(word.size, 5)))
    }
    let white = Color.white.pixel(in: .bgrx)
    var stray = 0
    var example: (x: Int, y: Int)?
    for y in 0..<picture.height {
      for x in 0..<picture.width where isClearlyOther(picture[x, y], white) {
        let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        guard !boxes.contains(where: { $0.contains(center) }) else { continue }
        stray += 1
        example = example ?? (x, y)
      }
    }
    guard let example else { return [] }
    return [
      "\(stray) pixels of ink lie outside of every word, the first at \(example.x), \(example.y) at scale \(grid.scale)"
    ]
  }
}
