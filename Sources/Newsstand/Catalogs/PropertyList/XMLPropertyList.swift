import RectoMarkup

/// Reads the property lists that are XML.
enum XMLPropertyList {
  /// The value in a `plist` element. Throws `badCatalog`.
  static func read(_ plist: XMLElement) throws(NewsstandError) -> PropertyListValue {
    guard let root = plist.children.first else { throw bad("it is empty") }
    return try value(root, depth: 0)
  }

  private static func value(
    _ element: XMLElement, depth: Int
  ) throws(NewsstandError) -> PropertyListValue {
    guard depth < PropertyListValue.deepest else {
      throw bad("its values nest deeper than \(PropertyListValue.deepest)")
    }
    switch element.name {
    case "dict": return .dictionary(try members(element, depth: depth))
    case "array":
      var elements: [PropertyListValue] = []
      for child in element.children { elements.append(try value(child, depth: depth + 1)) }
      return .array(elements)
    case "string", "date", "integer", "real": return .text(element.text.trimmed)
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "data": return .other
    default: throw bad("there is no value \(printable(element.name)) in property lists")
    }
  }

  private static func members(
    _ dictionary: XMLElement, depth: Int
  ) throws(NewsstandError) -> [PropertyListValue.Member] {
    var members: [PropertyListValue.Member] = []
    var key: String?
    for child in dictionary.children {
      switch (key, child.name == "key") {
      case (nil, true): key = child.text
      case (let name?, false):
        members.append(.init(key: name, value: try value(child, depth: depth + 1)))
        key = nil
      case (let name?, true): throw bad("the key \(printable(name)) has no value")
      case (nil, false): throw bad("a value has no key")
      }
    }
    if let key { throw bad("the key \(printable(key)) has no value") }
    return members
  }

  private static func bad(_ sentence: String) -> NewsstandError {
    NewsstandError(.badCatalog, "the property list cannot be read: \(sentence)")
  }
}
