/// A tagged PDF made by hand (ISO 32000-2), in which nothing is wrong but what a test puts there: its
/// font is in the file, and its text is in the structure tree.
///
/// Pages are 300 x 400 points. Places are in points from the top left.
struct TaggedPDF {
  static let (width, height) = (300.0, 400.0)

  /// A piece of a page with its tag.
  struct Item {
    /// `P`, `H1`, `Figure`, …; `Artifact`, or empty for unmarked content.
    var tag: String
    var content: String
    /// More entries of the structure element.
    var entries = ""
  }

  struct Page {
    var items: [Item] = []
    var media = "[0 0 300 400]"
    /// More entries of the page.
    var entries = ""
    /// Objects of the file that its resources name: pictures by their names.
    var pictures: [String: String] = [:]
    var annotations: [String] = []
    /// True if the page tree refers to an object that the file lacks.
    var isLost = false
  }

  var pages: [Page] = []
  var catalog = "/Lang (en-GB)"
  var info = "/Title (Seeded)"
  /// More objects, by numbers from 900 on.
  var objects: [Int: String] = [:]

  /// The number of a page's first object.
  private func number(ofPage index: Int) -> Int { 1000 + 100 * index }

  var bytes: [UInt8] {
    var all = objects
    var elements: [Int] = []
    // The elements of each page by their marks, which some readers start with (14.7.5.4).
    var parents = ""
    for (index, page) in pages.enumerated() where !page.isLost {
      let first = number(ofPage: index)
      var content = ""
      var marked: [String] = []
      for (id, item) in page.items.enumerated() {
        switch item.tag {
        case "": content += item.content + "\n"
        case "Artifact": content += "/Artifact BMC\n\(item.content)\nEMC\n"
        default:
          content += "/\(item.tag) << /MCID \(id) >> BDC\n\(item.content)\nEMC\n"
          let element = first + 50 + id
          marked += Array(repeating: "null", count: id - marked.count) + ["\(element) 0 R"]
          elements.append(element)
          all[element] =
            "<< /Type /StructElem /S /\(item.tag) /P 5 0 R /Pg \(first) 0 R /K \(id) \(item.entries) >>"
        }
      }
      parents += "\(index) [\(marked.joined(separator: " "))] "
      var named = ""
      for (offset, picture) in page.pictures.sorted(by: { $0.key < $1.key }).enumerated() {
        all[first + 10 + offset] = picture.value
        named += "/\(picture.key) \(first + 10 + offset) 0 R "
      }
      for (offset, annotation) in page.annotations.enumerated() {
        all[first + 30 + offset] = annotation
      }
      let annotations = page.annotations.indices.map { "\(first + 30 + $0) 0 R" }
      // A font that is named is one that is used, whether or not anything is set in it.
      let other = [("H", 6), ("U", 8)].map { name, number in
        content.contains("/\(name) ") ? "/\(name) \(number) 0 R " : ""
      }.joined()
      all[first] =
        "<< /Type /Page /Parent 2 0 R /StructParents \(index) /MediaBox \(page.media) /Contents \(first + 1) 0 R"
        + " /Resources << /Font << /F 3 0 R \(other)>> /XObject << \(named)>> >>"
        + " /Annots [\(annotations.joined(separator: " "))] \(page.entries) >>"
      all[first + 1] = Self.stream("", content)
    }
    let kids = pages.indices.map { "\(number(ofPage: $0)) 0 R" }.joined(separator: " ")
    all[1] =
      "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R \(catalog) >>"
    all[2] = "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>"
    all[3] = Self.font()
    all[4] = "<< \(info) >>"
    let tree = elements.map { "\($0) 0 R" }.joined(separator: " ")
    all[5] = "<< /Type /StructTreeRoot /K [\(tree)] /ParentTree << /Nums [\(parents)] >> >>"
    all[6] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    all[7] = Self.stream("", "600 0 50 0 550 700 d1 50 0 500 700 re f")
    // Letters that the file gives private values of Unicode.
    all[8] = Self.font("/ToUnicode 9 0 R")
    all[9] = Self.stream(
      "",
      "begincmap 1 begincodespacerange <00> <ff> endcodespacerange"
        + " 1 beginbfrange <61> <7a> <e061> endbfrange endcmap")
    return Self.file(all)
  }

  /// A font with boxes for letters: glyphs that the file draws itself cannot be missing.
  private static func font(_ entries: String = "") -> String {
    let letters = (97...122).map { "/\(Character(UnicodeScalar(UInt8($0))))" }
    return "<< /Type /Font /Subtype /Type3 /Name /Boxes /FontBBox [0 0 600 700]"
      + " /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 122"
      + " /Widths [\(letters.map { _ in "600" }.joined(separator: " "))]"
      + " /Encoding << /Type /Encoding /Differences [97 \(letters.joined())] >>"
      + " /CharProcs << \(letters.map { "\($0) 7 0 R" }.joined(separator: " ")) >>"
      + " /Resources << >> \(entries) >>"
  }

  static func stream(_ dictionary: String, _ content: String) -> String {
    "<< \(dictionary) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
  }

  private static func file(_ objects: [Int: String]) -> [UInt8] {
    var text = "%PDF-1.7\n"
    var entries: [String] = []
    for (number, body) in objects.sorted(by: { $0.key < $1.key }) {
      let digits = String(text.utf8.count)
      entries.append(
        "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n")
      text += "\(number) 0 obj\n\(body)\nendobj\n"
    }
    let start = text.utf8.count
    let size = (objects.keys.max() ?? 0) + 1
    text += "xref\n0 1\n0000000000 65535 f \n" + entries.joined()
    text += "trailer\n<< /Size \(size) /Root 1 0 R /Info 4 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }
}

extension TaggedPDF.Item {
  /// Small letters and spaces, 6 points wide each at the usual size; `top` is that of the letters.
  static func text(
    _ text: String, x: Double, top: Double, size: Double = 10, tag: String = "P",
    font: String = "F", gray: Double = 0
  ) -> Self {
    let lines = text.split(separator: "\n").enumerated().map { line, words in
      let baseline = TaggedPDF.height - top - 0.7 * size - Double(line) * 1.5 * size
      return "BT /\(font) \(size) Tf \(gray) g \(x) \(baseline) Td (\(words)) Tj ET"
    }
    return Self(tag: tag, content: lines.joined(separator: "\n"))
  }

  /// The picture of that name of the page.
  static func picture(
    _ name: String, x: Double, top: Double, width: Double, height: Double, tag: String = "Artifact",
    alternative: String? = nil
  ) -> Self {
    Self(
      tag: tag,
      content: "q \(width) 0 0 \(height) \(x) \(TaggedPDF.height - top - height) cm /\(name) Do Q",
      entries: alternative.map { "/Alt (\($0))" } ?? "")
  }

  static func fill(x: Double, top: Double, width: Double, height: Double) -> Self {
    Self(
      tag: "Artifact",
      content: "0.2 0.4 0.6 rg \(x) \(TaggedPDF.height - top - height) \(width) \(height) re f")
  }
}

/// A picture of one color, which takes few bytes.
func picture(
  width: Int, height: Int, space: String = "/DeviceGray", components: Int = 1
) -> String {
  // 257 less 128 (ISO 32000-2, 7.4.5), and the sample.
  let runs = (width * height * components + 127) / 128
  return TaggedPDF.stream(
    "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /BitsPerComponent 8"
      + " /ColorSpace \(space) /Filter [/ASCIIHexDecode /RunLengthDecode]",
    String(repeating: "8140", count: runs) + "80>")
}

/// A picture whose samples stand in the file as digits: two bytes for each.
func heavyPicture(side: Int) -> String {
  TaggedPDF.stream(
    "/Type /XObject /Subtype /Image /Width \(side) /Height \(side) /BitsPerComponent 8"
      + " /ColorSpace /DeviceGray /Filter /ASCIIHexDecode",
    String(repeating: "40", count: side * side) + ">")
}

/// A link with a target, at a place in points from the top left.
func link(_ target: String, x: Double = 30, top: Double = 100) -> String {
  "<< /Type /Annot /Subtype /Link /Border [0 0 0]"
    + " /Rect [\(x) \(TaggedPDF.height - top - 20) \(x + 80) \(TaggedPDF.height - top)] \(target) >>"
}
