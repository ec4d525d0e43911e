/// A value of a JSON or YAML file, with where it begins.
struct PositionedNode: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Finite, with the digits as they stand in the file.
    case number(Double, digits: String)
    case text(String)
    case list([PositionedNode])
    case object([Member])
  }

  struct Member: Sendable, Hashable {
    var name: String
    /// The position of the name.
    var position: FilePosition
    var value: PositionedNode
  }

  var content: Content
  var position: FilePosition
  /// The number of values in it, including itself.
  var size: Int

  init(_ content: Content, at position: FilePosition) {
    self.content = content
    self.position = position
    switch content {
    case .list(let elements): size = elements.reduce(1) { $0 + $1.size }
    case .object(let members): size = members.reduce(1) { $0 + $1.value.size }
    default: size = 1
    }
  }
}

/// A place in a file, both counted from 1; the column in characters.
struct FilePosition: Sendable, Hashable {
  var line: Int
  var column: Int
}

/// The reason why a file cannot be read as a tree at all.
struct TreeError: Error, Sendable, Hashable {
  var isLimit = false
  let position: FilePosition
  let sentence: String
}

/// The limits of a tree in any syntax.
enum TreeLimits {
  /// A layout with a thousand frames is about 200 KiB.
  static let bytes = 4 << 20
  /// The maximum depth, since readers recurse; a layout is 8 deep.
  static let depth = 64
  /// The number of values; those that an alias repeats count each time.
  static let values = 250_000
}
