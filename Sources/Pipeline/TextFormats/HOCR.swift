import RectoMarkup
import RectoPageModel

/// Page texts as hOCR 1.2, one `ocr_page` each. Its boxes are whole numbers, here of pixels at
/// 300 per inch, which `scan_res` states.
public struct HOCR: Sendable {
  private static let resolution = 300.0

  /// The part of the file before the pages.
  public static func header(title: String) -> String {
    """
    <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <title>\(escapeMarkup(title))</title>
    <meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
    <meta name="ocr-system" content="recto"/>
    <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_dir ocrp_font ocrp_lang"/>
    </head>
    <body>

    """
  }

  /// The part of the file after the pages.
  public static let footer = "</body>\n</html>\n"

  /// One page as an `ocr_page` element, ended by a line feed. Glyph boxes are not in it.
  public static func page(_ page: PageTextDocument) -> String {
    let number = page.index + 1
    let dpi = Int(resolution)
    var lines = [
      "<div class=\"ocr_page\" id=\"page_\(number)\" title=\"\(box(Rect(page.size))); "
        + "ppageno \(page.index); \(label(page.label))scan_res \(dpi) \(dpi)\">"
    ]
    for block in page.text.blocks {
      lines.append("<div class=\"ocr_carea\" title=\"\(box(block.box))\"><p class=\"ocr_par\">")
      for line in block.lines {
        // On one line, since a line feed between two words would part them.
        var words = ""
        for (index, word) in line.words.enumerated() {
          let direction = word.direction == .rightToLeft ? " dir=\"rtl\"" : ""
          let language = word.language.map { " lang=\"\(escapeMarkup($0))\"" } ?? ""
          let space = index < line.words.count - 1 && !word.joinsNext ? " " : ""
          words +=
            "<span class=\"ocrx_word\"\(direction)\(language) title=\"\(properties(of: word))\">"
            + "\(escapeMarkup(word.text))</span>\(space)"
        }
        lines.append("<span class=\"ocr_line\" title=\"\(box(line.box))\">\(words)</span>")
      }
      lines.append("</p></div>")
    }
    lines += ["</div>", ""]
    return lines.joined(separator: "\n")
  }

  private static func properties(of word: TextWord) -> String {
    var parts = [box(word.box)]
    if let font = word.font.flatMap(delimited) { parts.append("x_font \(font)") }
    if word.size > 0 { parts.append("x_fsize \(Int(word.size.rounded()))") }
    return parts.joined(separator: "; ")
  }

  /// The printed number with its separator; nothing for one that hOCR has no way to write.
  private static func label(_ label: String) -> String {
    let isNumber =
      (1...9).contains(label.utf8.count) && label.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return (isNumber ? label : delimited(label)).map { "lpageno \($0); " } ?? ""
  }

  /// A text as the value of a property: printable ASCII between quotes (hOCR 1.2, `delimited-string`);
  /// nil for any other.
  private static func delimited(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 }) else {
      return nil
    }
    return escapeMarkup("\"\(text)\"")
  }

  private static func box(_ rect: Rect) -> String {
    let scale = resolution / 72
    let corners = [rect.minX, rect.minY, rect.maxX, rect.maxY]
      .map { String(max(0, Int(($0 * scale).rounded()))) }
    return "bbox \(corners.joined(separator: " "))"
  }
}
