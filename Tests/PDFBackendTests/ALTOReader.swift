import Foundation
import FoundationXML
import RectoPageModel

/// A word of a sample page as the ALTO file beside it has it.
struct KnownWord {
  var text: String
  /// From left to right, in points.
  var span: ClosedRange<Double>
}

/// Reads the words of an ALTO file's print space, without running heads and folios.
final class ALTOReader: NSObject, XMLParserDelegate {
  private(set) var words: [KnownWord] = []
  private var isInPrintSpace = false
  /// The samples are at 150 dpi.
  private static let pointsPerPixel = 72.0 / 150

  static func words(ofFile path: String) throws -> [KnownWord] {
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    let reader = ALTOReader()
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return reader.words
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "PrintSpace" { isInPrintSpace = true }
    guard isInPrintSpace else { return }
    let left = (attributes["HPOS"].flatMap(Double.init) ?? 0) * Self.pointsPerPixel
    let right = left + (attributes["WIDTH"].flatMap(Double.init) ?? 0) * Self.pointsPerPixel
    if name == "String", let text = attributes["CONTENT"] {
      words.append(KnownWord(text: text, span: left...right))
    } else if name == "HYP", let last = words.last {
      // It is part of the word in a PDF, and stands beside it here.
      words[words.count - 1] = KnownWord(
        text: last.text + "-", span: last.span.lowerBound...right)
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "PrintSpace" { isInPrintSpace = false }
  }
}
