import CRectoXML
import RectoPageModel

/// An XML or HTML tree of libxml2, which fetches nothing while it parses. References to entities stay
/// references in the tree, which `XMLElement` reads as text.
package struct XMLDocument: ~Copyable {
  /// The maximum size of a document in bytes, beyond any page's text or metadata.
  static let sizeLimit = 64 * 1024 * 1024

  private let pointer: xmlDocPtr

  deinit { xmlFreeDoc(pointer) }

  package enum Form {
    /// Well-formed XML; read by `xmlReadMemory`.
    case xml
    /// XML that need not be well-formed; faults are skipped.
    case damagedXML
    /// HTML, whose faults are corrected as in browsers; read by `htmlReadMemory`.
    case html
  }

  /// Parses a document. Throws `damaged`, `limit`, and `unsupported` if it declares entities other than
  /// names for a few characters (`EntityText.areHarmless`), which none of the formats here needs.
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

  /// The number of bytes of the longest text that libxml2 reads within its limits.
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
      // A picture in base64 is one long text. Without its limits libxml2 does not bound the expansion
      // of entities, so a document that declares any is refused.
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
      // libxml2 reads HTML without a declaration as Latin-1; bytes that are valid UTF-8 are UTF-8.
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
