import CXML
import PageModel

/// A tree that libxml2 has read, with nothing fetched and no entity put in.
struct XMLDocument: ~Copyable {
  /// No page's text or metadata is longer.
  static let sizeLimit = 64 * 1024 * 1024

  private let pointer: xmlDocPtr

  deinit { xmlFreeDoc(pointer) }

  enum Form {
    /// Well-formed XML; read by `xmlReadMemory`.
    case xml
    /// HTML with all its faults, as browsers read it; read by `htmlReadMemory`.
    case html
  }

  /// Throws `damaged`, `limit`, and `unsupported` where the document declares entities, which
  /// none of the formats here needs.
  init(_ content: FileContent, as form: Form) throws(PageError) {
    guard content.count <= Self.sizeLimit else {
      throw PageError(.limit, "it is larger than \(Self.sizeLimit / 1_048_576) MiB")
    }
    guard let document = content.withBytes({ Self.parse($0, as: form) }) else {
      let line = xmlGetLastError().map { " at line \($0.pointee.line)" } ?? ""
      throw PageError(.damaged, "it is not well-formed\(line)")
    }
    guard !Self.declaresEntities(document) else {
      xmlFreeDoc(document)
      throw PageError(.unsupported, "it declares entities")
    }
    pointer = document
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer, as form: Form) -> xmlDocPtr? {
    guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return nil }
    let count = Int32(bytes.count)
    switch form {
    case .xml:
      let options =
        XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_COMPACT.rawValue
      return xmlReadMemory(start, count, nil, nil, Int32(options))
    case .html:
      let options =
        HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_RECOVER.rawValue | HTML_PARSE_COMPACT.rawValue
      // Without a declaration libxml2 takes HTML for Latin-1; where it can be UTF-8, it is.
      return htmlReadMemory(
        start, count, nil, UTF8Check.isValid(bytes) ? "UTF-8" : nil, Int32(options))
    }
  }

  private static func declaresEntities(_ document: xmlDocPtr) -> Bool {
    var declaration = document.pointee.intSubset?.pointee.children
    while let node = declaration {
      if node.pointee.type == XML_ENTITY_DECL { return true }
      declaration = node.pointee.next
    }
    return false
  }

  /// Lends the root element. Throws `damaged` where there is none.
  func withRoot<Result>(
    _ body: (XMLElement) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    guard let root = xmlDocGetRootElement(pointer) else {
      throw PageError(.damaged, "it is empty")
    }
    return try body(XMLElement(root))
  }
}

/// An element of a document that somebody else keeps.
struct XMLElement {
  private let node: xmlNodePtr

  fileprivate init(_ node: xmlNodePtr) { self.node = node }

  /// Without a namespace prefix.
  var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

  /// The elements directly below.
  var children: [XMLElement] {
    var result: [XMLElement] = []
    var next = node.pointee.children
    while let child = next {
      if child.pointee.type == XML_ELEMENT_NODE { result.append(XMLElement(child)) }
      next = child.pointee.next
    }
    return result
  }

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The value of an attribute, whatever its namespace.
  func attribute(_ name: String) -> String? {
    var next = node.pointee.properties
    while let attribute = next {
      if xmlStrEqual(attribute.pointee.name, name) == 1 {
        return Self.text(below: attribute.pointee.children)
      }
      next = attribute.pointee.next
    }
    return nil
  }

  /// A plausible number.
  func number(_ name: String) -> Double? {
    attribute(name).flatMap { Double($0.trimmed) }.flatMap { $0.isPlausible ? $0 : nil }
  }

  /// All text inside, in document order.
  var text: String { Self.text(below: node.pointee.children) }

  /// The elements below that `isWanted`, in document order; what lies inside one is not searched.
  func descendants(where isWanted: (XMLElement) -> Bool) -> [XMLElement] {
    var found: [XMLElement] = []
    var waiting = Array(children.reversed())
    while let element = waiting.popLast() {
      if isWanted(element) {
        found.append(element)
      } else {
        waiting.append(contentsOf: element.children.reversed())
      }
    }
    return found
  }

  /// Text nodes only: a reference to an entity stands for nothing.
  private static func text(below first: UnsafeMutablePointer<xmlNode>?) -> String {
    var result = ""
    var waiting: [UnsafeMutablePointer<xmlNode>] = []
    if let first { waiting.append(first) }
    while let node = waiting.popLast() {
      if let next = node.pointee.next { waiting.append(next) }
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content { result += String(cString: content) }
      case XML_ELEMENT_NODE:
        if let child = node.pointee.children { waiting.append(child) }
      default: break
      }
    }
    return result
  }
}

/// Whether bytes can be UTF-8.
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

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
