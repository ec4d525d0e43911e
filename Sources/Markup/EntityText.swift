import CRectoXML

/// The text of references to entities.
///
/// Documents name characters in two ways: by the entities of XHTML, whose declarations are in files
/// that are never fetched, and by declarations of their own for a few characters.
enum EntityText {
  /// Bytes of the text of one entity.
  private static let longest = 64
  /// XHTML itself declares 253.
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

  /// The text that the document declares for a reference's name, else the character that HTML has by
  /// that name; nothing for others. Calls `htmlEntityLookup`.
  static func text(of reference: xmlNodePtr) -> String {
    guard let name = reference.pointee.name else { return "" }
    if let document = reference.pointee.doc, let entity = xmlGetDocEntity(document, name) {
      return entity.pointee.content.map { String(cString: $0) } ?? ""
    }
    return htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }.map(String.init)
      ?? ""
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
