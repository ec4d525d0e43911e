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
    for (blockIndex, block) in page.text.blocks.enumerated() {
      let blockID = "p\(number)b\(blockIndex + 1)"
      lines.append("        <TextBlock ID=\"\(blockID)\" \(place(block.box))>")
      for (lineIndex, line) in block.lines.enumerated() {
        let baseline =
          "\(length(line.baseline.start.x)),\(length(line.baseline.start.y)) "
          + "\(length(line.baseline.end.x)),\(length(line.baseline.end.y))"
        lines.append(
          "          <TextLine ID=\"\(blockID)l\(lineIndex + 1)\" BASELINE=\"\(baseline)\""
            + " \(place(line.box))>")
        for (index, word) in line.words.enumerated() {
          let language = word.language.map { " LANG=\"\(escapeMarkup($0))\"" } ?? ""
          lines.append(
            "            <String CONTENT=\"\(escapeMarkup(word.text))\"\(language)"
              + " \(place(word.box))/>")
          if index < line.words.count - 1, !word.joinsNext {
            lines.append("            <SP/>")
          }
        }
        lines.append("          </TextLine>")
      }
      lines.append("        </TextBlock>")
    }
    lines += ["      </PrintSpace>", "    </Page>", ""]
    return lines.joined(separator: "\n")
  }

  private static func length(_ points: Double) -> String { markupNumber(points * unitsPerPoint) }

  private static func place(_ box: Rect) -> String {
    "HPOS=\"\(length(box.x))\" VPOS=\"\(length(box.y))\" WIDTH=\"\(length(box.width))\""
      + " HEIGHT=\"\(length(box.height))\""
  }
}
