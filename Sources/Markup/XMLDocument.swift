import CRectoXML
import RectoPageModel

/// A tree that libxml2 has read, with nothing fetched. References to entities stay references, which
/// `XMLElement` reads as text.
package struct XMLDocument: ~Copyable {
  /// No page's text or metadata is longer.
  static let sizeLimit = 64 * 1024 * 1024

  private let pointer: xmlDocPtr

  deinit { xmlFreeDoc(pointer) }

  package enum Form {
    /// Well-formed XML; read by `xmlReadMemory`.
    case xml
    /// XML as far as it can be read, with its faults passed over.
    case damagedXML
    /// HTML with all its faults, as browsers read it; read by `htmlReadMemory`.
    case html
  }

  /// Throws `damaged`, `limit`, and `unsupported` if the document declares entities beyond names for
  /// a few characters (`EntityText.areHarmless`), which none of the formats here needs.
  package init(_ content: FileBytes, as form: Form) throws(PageError) {
    guard content.count <= Self.sizeLimit else {
      throw PageError(.limit, "it is larger than \(Self.sizeLimit / 1_048_576) MiB")
    }
    guard let document = content.withBytes({ Self.parse($0, as: form) }) else {
      let line = xmlGetLastError().map { " at line \($0.pointee.line)" } ?? ""
      throw PageError(.damaged, "it is not well-formed\(line)")
    }
    guard EntityText.areHarmless(document) else {
      xmlFreeDoc(document)
      throw PageError(.unsupported, "it declares entities")
    }
    pointer = document
  }

  /// Bytes of the longest text that libxml2 reads within its limits.
  private static let longestText = 10_000_000

  private static func parse(_ bytes: UnsafeRawBufferPointer, as form: Form) -> xmlDocPtr? {
    guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return nil }
    let count = Int32(bytes.count)
    switch form {
    case .xml, .damagedXML:
      let options =
        (form == .damagedXML ? XML_PARSE_RECOVER.rawValue : 0) | XML_PARSE_NONET.rawValue
        | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_COMPACT.rawValue
      guard let context = xmlNewParserCtxt() else { return nil }
      defer { xmlFreeParserCtxt(context) }
      context.pointee.sax.pointee.getEntity = { EntityText.entity($0, $1) }
      guard bytes.count > longestText else {
        return xmlCtxtReadMemory(context, start, count, nil, nil, Int32(options))
      }
      // A picture in base 64 is one text. Without its limits libxml2 has none for what entities become.
      context.pointee.sax.pointee.entityDecl = { context, _, _, _, _, _ in
        guard let context = context?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
        context.pointee.wellFormed = 0
        xmlStopParser(context)
      }
      let unlimited = options | XML_PARSE_HUGE.rawValue
      return xmlCtxtReadMemory(context, start, count, nil, nil, Int32(unlimited))
    case .html:
      let options =
        HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_RECOVER.rawValue | HTML_PARSE_COMPACT.rawValue
      // Without a declaration libxml2 takes HTML for Latin-1; where it can be UTF-8, it is.
      return htmlReadMemory(
        start, count, nil, UTF8Check.isValid(bytes) ? "UTF-8" : nil, Int32(options))
    }
  }

  /// Lends the root element. Throws `damaged` if there is none.
  package func withRoot<Result>(
    _ body: (XMLElement) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    guard let root = xmlDocGetRootElement(pointer) else {
      throw PageError(.damaged, "it is empty")
    }
    return try body(XMLElement(root))
  }
}

/// Checks that bytes are valid UTF-8.
private enum UTF8Check {
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
