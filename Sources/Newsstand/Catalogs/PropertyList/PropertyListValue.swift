/// A value of a property list, as far as catalogs have such.
enum PropertyListValue: Sendable, Hashable {
  /// In the order of the file.
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

  /// Levels of arrays and dictionaries that are read: a catalog has three.
  static let deepest = 16

  /// Texts of this value, or of the elements of the array that it is.
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
