import CRectoXML

/// An element of a document; the document owns it.
package struct XMLElement {
  private let node: xmlNodePtr

  init(_ node: xmlNodePtr) { self.node = node }

  /// Without a namespace prefix.
  package var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

  /// The elements directly below.
  package var children: [XMLElement] { Array(ElementsBelow(node)) }

  /// The child elements of that name.
  package func children(named name: String) -> [XMLElement] {
    name.withCString(encodedAs: UTF8.self) { name in
      ElementsBelow(node).filter { xmlStrEqual($0.node.pointee.name, name) == 1 }
    }
  }

  /// The first of that name.
  package func child(_ name: String) -> XMLElement? {
    name.withCString(encodedAs: UTF8.self) { name in
      ElementsBelow(node).first { xmlStrEqual($0.node.pointee.name, name) == 1 }
    }
  }

  /// The value of an attribute, whatever its namespace.
  package func attribute(_ name: String) -> String? {
    var next = node.pointee.properties
    while let attribute = next {
      if xmlStrEqual(attribute.pointee.name, name) == 1 {
        return Self.text(below: attribute.pointee.children)
      }
      next = attribute.pointee.next
    }
    return nil
  }

  /// The value of an attribute of one namespace.
  package func attribute(_ name: String, in namespace: String) -> String? {
    var next = node.pointee.properties
    while let attribute = next {
      if xmlStrEqual(attribute.pointee.name, name) == 1, let own = attribute.pointee.ns,
        xmlStrEqual(own.pointee.href, namespace) == 1
      {
        return Self.text(below: attribute.pointee.children)
      }
      next = attribute.pointee.next
    }
    return nil
  }

  /// All text inside, in document order.
  package var text: String { Self.text(below: node.pointee.children) }

  /// All text inside, in document order, with what `replacement` gives in place of an element that
  /// it gives something for.
  package func text(replacing replacement: (XMLElement) -> String?) -> String {
    Self.text(below: node.pointee.children, replacing: replacement)
  }

  /// The elements below that `isWanted`, in document order; their own descendants are not searched.
  package func descendants(where isWanted: (XMLElement) -> Bool) -> [XMLElement] {
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

  /// A reference to an entity is what `EntityText` says.
  private static func text(
    below first: UnsafeMutablePointer<xmlNode>?,
    replacing replacement: (XMLElement) -> String? = { _ in nil }
  ) -> String {
    guard let first else { return "" }
    if first.pointee.next == nil, first.pointee.type == XML_TEXT_NODE {
      return first.pointee.content.map { String(cString: $0) } ?? ""
    }
    var result = ""
    var waiting = [first]
    while let node = waiting.popLast() {
      if let next = node.pointee.next { waiting.append(next) }
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content { result += String(cString: content) }
      case XML_ENTITY_REF_NODE: result += EntityText.text(of: node)
      case XML_ELEMENT_NODE:
        if let text = replacement(XMLElement(node)) {
          result += text
        } else if let child = node.pointee.children {
          waiting.append(child)
        }
      default: break
      }
    }
    return result
  }
}

/// The elements directly below a node, in document order.
private struct ElementsBelow: Sequence, IteratorProtocol {
  private var rest: xmlNodePtr?

  init(_ node: xmlNodePtr) { rest = node.pointee.children }

  mutating func next() -> XMLElement? {
    while let node = rest {
      rest = node.pointee.next
      if node.pointee.type == XML_ELEMENT_NODE { return XMLElement(node) }
    }
    return nil
  }
}

/// A part of an element's mixed content.
package enum XMLContent {
  case text(String)
  case element(XMLElement)
}

extension XMLElement {
  /// The texts and elements directly below, in document order; a reference to an entity is a text.
  package var content: [XMLContent] {
    var content: [XMLContent] = []
    var next = node.pointee.children
    while let node = next {
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let text = node.pointee.content { content.append(.text(String(cString: text))) }
      case XML_ENTITY_REF_NODE: content.append(.text(EntityText.text(of: node)))
      case XML_ELEMENT_NODE: content.append(.element(XMLElement(node)))
      default: break
      }
      next = node.pointee.next
    }
    return content
  }
}
