import RectoHTTP
import RectoRaster

/// A path with named parts, such as `/api/1/publications/{id}/pages/{page:index}/image.{format:image}`.
///
/// A part is a name in braces and takes a whole segment, or the text between the words of one. The
/// kind behind the colon says which texts it takes: `index` digits, `image` the ending of an image
/// format; without a kind, any. `{path...}` at the end takes all further segments, at least one.
struct RoutePattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private enum Kind: String {
    case any, index, image

    func takes(_ text: Substring) -> Bool {
      switch self {
      case .any: true
      case .index: pageIndex(String(text)) != nil
      case .image: ImageFormat(routeEnding: String(text)) != nil
      }
    }
  }

  private enum Piece: Hashable {
    case word(String)
    case part(name: String, Kind)
  }

  /// The path as documents show it, without kinds: `/api/1/publications/{id}/pages/{page}`.
  let text: String
  private let segments: [[Piece]]
  /// True if the last part takes all further segments.
  private let takesRest: Bool

  init(stringLiteral text: String) { self.init(text) }

  init(_ pattern: String) {
    var parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    takesRest = parts.last?.hasSuffix("...}") == true
    if takesRest { parts.removeLast() }
    segments = parts.map(Self.pieces)
    text = pattern.replacing(/:[a-z]+}/, with: "}")
  }

  private static func pieces(of segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.word(String(rest[..<open]))) }
      let words = rest[rest.index(after: open)..<close].split(separator: ":")
      let kind = words.count > 1 ? Kind(rawValue: String(words[1])) : nil
      pieces.append(.part(name: String(words[0]), kind ?? .any))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.word(String(rest))) }
    return pieces
  }

  /// The parts of a path; nil for a path that does not match.
  func parameters(of path: [String]) -> PathParameters? {
    guard takesRest ? path.count > segments.count : path.count == segments.count else {
      return nil
    }
    var parameters = PathParameters()
    for (pieces, segment) in zip(segments, path) {
      guard Self.match(pieces[...], segment[...], &parameters) else { return nil }
    }
    if takesRest { parameters.rest = Array(path.dropFirst(segments.count)) }
    return parameters
  }

  private static func match(
    _ pieces: ArraySlice<Piece>, _ text: Substring, _ parameters: inout PathParameters
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let others = pieces.dropFirst()
    switch piece {
    case .word(let word):
      // By bytes, since each request is compared with most routes.
      guard text.utf8.starts(with: word.utf8) else { return false }
      let end = text.utf8.index(text.startIndex, offsetBy: word.utf8.count)
      return match(others, text[end...], &parameters)
    case .part(let name, let kind):
      // A part ends where the next word begins.
      var end = text.endIndex
      if case .word(let word)? = others.first {
        guard let next = text.firstRange(of: word) else { return false }
        end = next.lowerBound
      }
      guard kind.takes(text[..<end]) else { return false }
      parameters[name] = String(text[..<end])
      return match(others, text[end...], &parameters)
    }
  }
}

/// The named parts of a request's path.
struct PathParameters: Sendable, Hashable {
  private var values: [String: String] = [:]
  /// The segments behind those that the pattern names, of a pattern that ends with `...`.
  var rest: [String] = []

  /// The text of a part; empty where the pattern has no such part.
  subscript(_ name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// A part of the kind `index`. Throws 404 for another one.
  func index(_ name: String) throws(ServerError) -> Int {
    guard let index = pageIndex(self[name]) else { throw .notFound("\(name) has to be a number") }
    return index
  }

  /// A part of the kind `image`. Throws 404 for another one.
  func imageFormat(_ name: String) throws(ServerError) -> ImageFormat {
    guard let format = ImageFormat(routeEnding: self[name]) else {
      throw .notFound("images are png, jpg and webp")
    }
    return format
  }
}

/// An index in a path: digits and nothing else.
func pageIndex(_ text: String) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
  else { return nil }
  return Int(text)
}

extension ImageFormat {
  /// The format that the last part of an image's URL names.
  fileprivate init?(routeEnding: String) {
    switch routeEnding {
    case "png": self = .png
    case "jpg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }
}
