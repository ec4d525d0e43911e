import RectoMarkup
import RectoPageModel

/// Page texts as ALTO 4.4 (Library of Congress), one `Page` each, in tenths of a millimeter.
///
/// ALTO has no points; its `mm10` is the finest of its units that says how long something is.
public struct ALTO: Sendable {
  private static let unitsPerPoint = 254.0 / 72

  /// The part of the file before the pages.
  public static func header(fileName: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" SCHEMAVERSION="4.4">
      <Description>
        <MeasurementUnit>mm10</MeasurementUnit>
        <sourceImageInformation><fileName>\(escapeMarkup(fileName))</fileName></sourceImageInformation>
      </Description>
      <Layout>

    """
  }

  /// The part of the file after the pages.
  public static let footer = "  </Layout>\n</alto>\n"

  /// One page as a `Page` element, ended by a line feed. Identifiers in it begin with the number of
  /// the page, so that pages can follow one another in one file.
  public static func page(_ page: PageTextDocument) -> String {
    let number = page.index + 1
    let area = Rect(page.size)
    var lines = [
      "    <Page ID=\"p\(number)\" PHYSICAL_IMG_NR=\"\(number)\""
        + " PRINTED_IMG_NR=\"\(escapeMarkup(page.label))\""
        + " WIDTH=\"\(length(area.width))\" HEIGHT=\"\(length(area.height))\">",
      "      <PrintSpace \(place(area))>",
    ]
    for (index, block) in page.text.blocks.enumerated() {
      lines += self.lines(of: block, id: "p\(number)b\(index + 1)")
    }
    lines += ["      </PrintSpace>", "    </Page>", ""]
    return lines.joined(separator: "\n")
  }

  private static func lines(of block: TextBlock, id: String) -> [String] {
    var lines = ["        <TextBlock ID=\"\(id)\" \(place(block.box))>"]
    let divided = block.lines.indices.map { index in
      let next = block.lines.indices.contains(index + 1) ? block.lines[index + 1] : nil
      return next.flatMap { DividedWord(block.lines[index], $0) }
    }
    for (index, line) in block.lines.enumerated() {
      let (start, end) = (line.baseline.start, line.baseline.end)
      lines.append(
        "          <TextLine ID=\"\(id)l\(index + 1)\" BASELINE=\"\(length(start.x)),\(length(start.y)) "
          + "\(length(end.x)),\(length(end.y))\" \(place(line.box))>")
      lines += words(of: line, begins: index > 0 ? divided[index - 1] : nil, ends: divided[index])
      lines.append("          </TextLine>")
    }
    return lines + ["        </TextBlock>"]
  }

  /// The words of a line, of which the first one may be the rest of a divided word and the last one its
  /// beginning.
  private static func words(
    of line: TextLine, begins: DividedWord?, ends: DividedWord?
  ) -> [String] {
    var words = line.words
    let hyphen = ends.flatMap { _ in words.indices.last.map { words[$0].removeHyphen() } }
    if words.last?.text.isEmpty == true { words.removeLast() }
    var lines: [String] = []
    for (index, word) in words.enumerated() {
      let isLast = index == words.count - 1
      var attributes = "CONTENT=\"\(escapeMarkup(word.text))\""
      attributes += word.language.map { " LANG=\"\(escapeMarkup($0))\"" } ?? ""
      if isLast, let ends {
        attributes += " SUBS_TYPE=\"HypPart1\" SUBS_CONTENT=\"\(escapeMarkup(ends.whole))\""
      } else if index == 0, let begins {
        attributes += " SUBS_TYPE=\"HypPart2\" SUBS_CONTENT=\"\(escapeMarkup(begins.whole))\""
      }
      lines.append("            <String \(attributes) \(place(word.box))/>")
      if !isLast, !word.joinsNext { lines.append("            <SP/>") }
    }
    if let hyphen {
      let place = hyphen.box.map { " \(self.place($0))" } ?? ""
      lines.append("            <HYP CONTENT=\"\(escapeMarkup(hyphen.text))\"\(place)/>")
    }
    return lines
  }

  private static func length(_ points: Double) -> String { markupNumber(points * unitsPerPoint) }

  private static func place(_ box: Rect) -> String {
    "HPOS=\"\(length(box.x))\" VPOS=\"\(length(box.y))\" WIDTH=\"\(length(box.width))\""
      + " HEIGHT=\"\(length(box.height))\""
  }
}

/// A word of which a line has the beginning and the next line the rest (ALTO 4.4, `SUBS_TYPE`).
private struct DividedWord {
  /// The word without its hyphen.
  let whole: String

  /// Nil unless the hyphen between the lines only holds the halves together.
  init?(_ line: TextLine, _ next: TextLine) {
    guard line.join(next) == .withoutHyphen else { return nil }
    whole = line.lastWord.dropLast() + next.firstWord
  }
}

extension TextWord {
  /// Takes the hyphen off the end of the word. The hyphen has a box where the word's letters have theirs, or
  /// where it is all of the word.
  fileprivate mutating func removeHyphen() -> (text: String, box: Rect?) {
    let hyphen = String(text.suffix(1))
    let hasGlyphs = glyphs.count == text.count
    guard text.count > 1, hasGlyphs, let last = glyphs.popLast() else {
      let place = text.count > 1 ? nil : box
      text.removeLast(min(1, text.count))
      glyphs = []
      return (hyphen, place)
    }
    text.removeLast()
    box = glyphs.dropFirst().reduce(glyphs[0]) { $0.union($1) }
    return (hyphen, last)
  }
}
