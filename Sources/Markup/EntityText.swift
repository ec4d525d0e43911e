import CRectoXML

/// The text of references to entities.
///
/// Documents name characters in two ways: by the entities of XHTML, whose declarations are in files
/// that are never fetched, and by declarations of their own for a few characters.
enum EntityText {
  /// Bytes of the text of one entity.
  private static let longest = 64
  /// The maximum number of entities; XHTML itself declares 253.
  private static let most = 512

  /// True if every entity that the document declares is a short text without markup and without
  /// references to others, and there are not too many. Such entities cannot grow, and name no file.
  static func areHarmless(_ document: xmlDocPtr) -> Bool {
    var count = 0
    var next = document.pointee.intSubset?.pointee.children
    while let node = next {
      if node.pointee.type == XML_ENTITY_DECL {
        count += 1
        let isHarmless = UnsafeRawPointer(node).assumingMemoryBound(to: xmlEntity.self).pointee
          .isHarmless
        guard count <= most, isHarmless else { return false }
      }
      next = node.pointee.next
    }
    return true
  }

  /// The entity that the document declares by that name, else one for the character that HTML has by it.
  ///
  /// It answers libxml2's `getEntity`. For an unknown entity in an attribute libxml2 would make a
  /// reference in the element's parent. Calls `xmlSAX2GetEntity`, `htmlEntityLookup` and
  /// `xmlAddDocEntity`; the document owns the entity.
  static func entity(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
  ) -> xmlEntityPtr? {
    if let declared = xmlSAX2GetEntity(context, name) { return declared }
    guard let document = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.myDoc,
      document.pointee.intSubset != nil, let found = htmlEntityLookup(name),
      let character = Unicode.Scalar(found.pointee.value)
    else { return nil }
    return xmlAddDocEntity(
      document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, String(character))
  }

  /// The text of the entity that a reference names; nothing for an unknown one.
  static func text(of reference: xmlNodePtr) -> String {
    guard let name = reference.pointee.name, let document = reference.pointee.doc,
      let content = xmlGetDocEntity(document, name)?.pointee.content
    else { return "" }
    return String(cString: content)
  }

  fileprivate static func isShortText(_ content: UnsafePointer<xmlChar>) -> Bool {
    var count = 0
    while content[count] != 0 {
      guard count < longest, content[count] != UInt8(ascii: "&"),
        content[count] != UInt8(ascii: "<")
      else { return false }
      count += 1
    }
    return true
  }
}

extension xmlEntity {
  fileprivate var isHarmless: Bool {
    guard etype == XML_INTERNAL_GENERAL_ENTITY, let content else { return false }
    return EntityText.isShortText(content)
  }
}
