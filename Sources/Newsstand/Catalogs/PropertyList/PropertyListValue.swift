/// A value of a property list; only the kinds that catalogs use are read.
enum PropertyListValue: Sendable, Hashable {
  /// The members in the order of the file.
  case dictionary([Member])
  case array([PropertyListValue])
  /// A string, a date in ISO 8601, or a number as it is written.
  case text(String)
  case bool(Bool)
  /// A value that catalogs do not use, such as data.
  case other

  struct Member: Sendable, Hashable {
    var key: String
    var value: PropertyListValue
  }

  /// The maximum depth of arrays and dictionaries that are read: a catalog has three levels.
  static let deepest = 16

  /// The text of this value, or those of its elements if it is an array.
  var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .bool(let isTrue): [isTrue ? "true" : "false"]
    case .array(let elements): elements.flatMap { $0.isArray ? [] : $0.texts }
    case .dictionary, .other: []
    }
  }

  private var isArray: Bool { if case .array = self { true } else { false } }
}
