import RectoBrowser

/// The script that reads a page: words with a box for each grapheme cluster, links, headings, media
/// and pictures, in CSS pixels.
///
/// It runs where the page's own scripts cannot reach it. A box of a cluster is what
/// `Range.getBoundingClientRect` gives (CSSOM View, 6.3): as high as the font's ascent and descent,
/// as wide as the advance. A word's ink is measured beside it, since swashes and slanted letters
/// reach further. Clusters are in 64ths of a pixel, in which the browser lays out: whole numbers
/// are written and read in less time.
enum PageScript {
  /// The call of the script for a page of that many CSS pixels. It answers JSON as a text, which
  /// takes half the time of an object.
  static func call(width: Int, height: Int, generated: [GeneratedText]) -> String {
    "JSON.stringify((\(source))({clusters: \(clusterLimit), elements: \(elementLimit), "
      + "width: \(width), height: \(height), generated: \(list(generated))}))"
  }

  /// Some 600,000 letters, which take the browser some seconds. A word counts as five clusters more, and
  /// so do a line and a block: an answer has room for the text (`PageText.packed`).
  private static let clusterLimit = 1_400_000
  /// The maximum number each of links, headings and pictures.
  private static let elementLimit = 5_000

  private static let source =
    "limits => {\n"
    + [TextScript.source, origin, styles, words, generated, nodes, elements].joined(separator: "\n")
    + "\n}"
}
